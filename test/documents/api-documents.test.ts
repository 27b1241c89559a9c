import { readFileSync } from 'node:fs'
import { documents } from '@campstore/contract/documents'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { openApiFile } from '../../tools/docs/built.ts'
import { commandsPage } from '../../tools/docs/commands.ts'
import { configurationFiles } from '../../tools/docs/configuration/files.ts'
import { fieldRows } from '../../tools/docs/fields.ts'
import { bodyExamples } from '../../tools/docs/openapi/operation.ts'
import { tags } from '../../tools/docs/openapi/tags.ts'
import { prometheusRule } from '../../tools/docs/prometheus-rule.ts'

type Json = Record<string, unknown>

const read = (url: URL): Json => JSON.parse(readFileSync(url, 'utf8')) as Json
const asyncApi = read(documents.asyncapi)

const routes = tags.flatMap(tag => Object.values(tag.routes))

const generatedFiles = [openApiFile(), commandsPage(), prometheusRule(), ...configurationFiles()]
test.each(generatedFiles.map(document => ({ ...document, name: document.file.split('/').at(-1) })))(
  '$name is current (else: npm run docs)',
  ({ current, rendered }) => expect(current === rendered).toBe(true),
)

test.each(routes)('every parameter and field of $name has a description', ({ query, body, data }) => {
  const rows = [query, body].flatMap(schema => (schema ? fieldRows(schema, 'input') : []))
  const lacking = [...rows, ...fieldRows(data, 'output')].filter(({ description }) => description === '')
  expect(lacking.map(({ path }) => path)).toEqual([])
})

const withBody = routes.filter(({ body }) => body)
test.each(withBody)('the example of the body of $name is accepted by its declaration', ({ name, body }) => {
  expect(body?.safeParse(bodyExamples[name]).error?.issues ?? []).toEqual([])
})

describe('/asyncapi.json', () => {
  const { messages } = asyncApi.components as { messages: Record<string, Json & { examples: Json[] }> }

  test('every message has a channel and an operation', () => {
    const used = JSON.stringify(asyncApi.operations)
    expect(Object.keys(messages).filter(name => !used.includes(`/messages/${name}"`))).toEqual([])
  })

  test.each(Object.entries(messages))('%s: every example is valid', (_, message) => {
    const ajv = new Ajv2020({ strict: false })
    formats.default(ajv)
    for (const { payload, headers = {} } of message.examples) {
      expect([ajv.validate(message.payload as Json, payload), ajv.errorsText()]).toEqual([true, 'No errors'])
      expect([ajv.validate(message.headers as Json, headers), ajv.errorsText()]).toEqual([true, 'No errors'])
    }
  })
})
