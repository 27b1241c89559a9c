import { readFileSync } from 'node:fs'
import { areas } from '@campstore/contract/areas'
import { documents } from '@campstore/contract/documents'
import { errorStatus } from '@campstore/contract/errors'
import { signPayment, verifyPayment } from '@campstore/payments/signature'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { clientFiles } from '../../tools/docs/client.ts'
import { commandsPage } from '../../tools/docs/commands.ts'
import { dataSchemas } from '../../tools/docs/data-schemas.ts'
import { apiDocuments } from '../../tools/docs/documents.ts'
import { bodyExamples } from '../../tools/docs/openapi/operation.ts'
import { tags } from '../../tools/docs/openapi/tags.ts'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Every value under a key, at any depth. */
function partsOf(part: unknown, key: string): unknown[] {
  if (!isObject(part)) return []
  return Object.entries(part).flatMap(([name, value]) => (name === key ? [value] : partsOf(value, key)))
}
const read = (url: URL): Json => JSON.parse(readFileSync(url, 'utf8')) as Json
const openApi = read(documents.openapi)
const asyncApi = read(documents.asyncapi)

const routes = tags.flatMap(tag => Object.values(tag.routes))
type Operation = Json & {
  operationId: string
  responses: Record<string, Json>
}
const operations = new Map(
  Object.values(openApi.paths as Record<string, Record<string, Operation>>)
    .flatMap(item => Object.values(item))
    .map(operation => [operation.operationId, operation]),
)
const operationOf = (name: string): Operation => {
  const operation = operations.get(name)
  if (!operation) throw new Error(`No operation ${name}.`)
  return operation
}

const generatedFiles = [...apiDocuments(), ...(await clientFiles()), ...dataSchemas(), commandsPage()]
test.each(generatedFiles.map(document => ({ ...document, name: document.file.split('/').at(-1) })))(
  '$name is current (else: npm run docs)',
  ({ current, rendered }) => expect(current === rendered).toBe(true),
)

describe('/openapi.json', () => {
  test('has every route, the overview, health, the documents and the pictures, and nothing internal', () => {
    const others = ['readOverview', 'readHealth', 'readLiveness', 'readOpenApi', 'readAsyncApi', 'readImage']
    expect([...operations.keys()].sort()).toEqual([...routes.map(({ name }) => name), ...others].sort())
    expect(Object.keys(openApi.paths as Json).filter(path => path.includes('internal'))).toEqual([])
  })

  test('says the contract revision of every area', () => {
    const said = (openApi.tags as Json[]).map(tag => [tag['x-area'], tag['x-revision']])
    for (const [area, { revision }] of Object.entries(areas)) expect(said).toContainEqual([area, revision])
  })

  test.each(routes)('$name: every declared error code has an example of its own code', ({ name, errors }) => {
    const { responses } = operationOf(name)
    const documented = Object.values(responses).flatMap(response => errorExamples(response))
    for (const code of errors) expect(documented).toContainEqual([String(errorStatus[code]), code])
  })

  const errorExamples = (response: Json): [string, string][] => {
    const shared = (openApi.components as Json).responses as Json
    const name = String(response.$ref).split('/').at(-1) ?? ''
    const examples = partsOf(shared[name] ?? response, 'value') as { error?: { code: keyof typeof errorStatus } }[]
    return examples.flatMap(({ error }) => (error ? [[String(errorStatus[error.code]), error.code]] : []))
  }
})

describe('examples', () => {
  const withBody = routes.filter(({ body }) => body)
  test.each(withBody)('body of $name is accepted by its declaration', ({ name, body }) => {
    expect(body?.safeParse(bodyExamples[name]).error?.issues ?? []).toEqual([])
  })
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

  test('the worked example of the signature is what the code computes and accepts', () => {
    const example = messages.paymentNotification?.['x-signature-example'] as Record<string, string>
    const { secret = '', body = '', header = '', signedText = '' } = example
    const at = new Date(Number(example.unixSeconds) * 1000)
    expect(signPayment(Buffer.from(body), secret, at)).toBe(header)
    expect(verifyPayment(header, Buffer.from(body), [secret], 0, at)).toEqual({ ok: true })
    expect(signedText).toBe(`${example.unixSeconds}.${body}`)
  })
})
