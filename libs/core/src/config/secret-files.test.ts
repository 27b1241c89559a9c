import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readSecretFiles } from './environment.ts'
import { loadConfig } from './load-config.ts'
import { variable } from './variable.ts'

const folder = mkdtempSync(join(tmpdir(), 'campstore-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

const info = { description: 'a word', rule: 'small letters', example: 'word' }
const lower = z.string().regex(/^[a-z\n]+$/)
const schema = z.object({ WORD: variable(lower, { ...info, secret: true }), PLAIN: variable(lower.optional(), info) })
const load = (environment: NodeJS.ProcessEnv) => loadConfig(schema, environment)

let files = 0
function fileWith(content: string): string {
  files += 1
  const path = join(folder, `secret-${files}`)
  writeFileSync(path, content)
  return path
}

test.each([
  ['word', 'word'],
  ['word\n', 'word'],
  ['word\r\n', 'word'],
  ['word\n\n', 'word\n'],
])('the file %j has the secret %j', (content, WORD) => {
  expect(load({ WORD_FILE: fileWith(content) })).toEqual({ WORD })
  expect(load({ WORD_FILE: fileWith(content), WORD: '' })).toEqual({ WORD })
})

test('a secret that is not set is found where containers have it', () => {
  writeFileSync(join(folder, 'mounted_word'), 'mounted\n')
  const read = (values: Record<string, string>) => readSecretFiles(values, ['MOUNTED_WORD', 'OTHER'], folder)
  expect(read({})).toEqual({ values: { MOUNTED_WORD: 'mounted' }, problems: new Map() })
  expect(read({ MOUNTED_WORD: 'set' }).values).toEqual({ MOUNTED_WORD: 'set' })
  expect(read({ MOUNTED_WORD_FILE: fileWith('named') }).values).toEqual({ MOUNTED_WORD: 'named' })
})

test('what is not a secret has no file', () => {
  expect(load({ WORD: 'word', PLAIN_FILE: fileWith('plain') })).toEqual({ WORD: 'word' })
})

describe('one line that names the variable', () => {
  const example = 'Example: WORD_FILE=/run/secrets/word'
  const empty = fileWith('\n')
  test.each([
    ['a missing file', `${folder}/none`, 'cannot be read (ENOENT). Set it to a file with the WORD. '],
    ['the secret itself', 'hunter2', 'cannot be read (ENOENT). Set it to a file with the WORD. '],
    ['a folder', folder, 'cannot be read (EISDIR). Set it to a file with the WORD. '],
    ['an empty file', empty, 'is empty. Set it to a file with the WORD. '],
  ])('%s', (_, path, message) => {
    expect(() => load({ WORD_FILE: path })).toThrow(
      new RegExp(`^WORD_FILE names a file that ${message.replaceAll(/[().]/g, '\\$&')}${example}$`),
    )
  })

  test('variable and file; an invalid secret, which is not repeated', () => {
    const [both, invalid] = [{ WORD: 'hunter', WORD_FILE: fileWith('word') }, { WORD_FILE: fileWith('HUNTER2') }]
    expect(() => load(both)).toThrow(/^WORD and WORD_FILE are both set\. Set only one of them$/)
    expect(() => load(invalid)).toThrow(/^WORD is not valid\. Set it to small letters: a word\. (?!.*HUNTER2)/)
  })
})
