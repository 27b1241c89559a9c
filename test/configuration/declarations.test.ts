import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { processNames, variablesOf } from '../../tools/configuration/processes.ts'
import { configurationFiles } from '../../tools/docs/configuration/files.ts'

test.each(configurationFiles().map(file => ({ ...file, name: basename(file.file) })))(
  '$name is current (else: npm run docs)',
  ({ current, rendered }) => {
    expect(current).toBe(rendered)
  },
)

describe.each(processNames)('every variable of %s', process => {
  test.each(variablesOf(process))('$name has a description, a rule and an example', variable => {
    for (const text of [variable.description, variable.rule, variable.example]) expect(text).not.toBe('')
  })
})

test('.env.example lists no variable twice', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const names = [...example.matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(match => match[1])
  expect(names).toEqual([...new Set(names)])
})
