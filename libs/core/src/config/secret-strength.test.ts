// cspell:ignore abcdefgabcdefgabcdefg campstorecampstore zyxwvutsrqponmlk
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { weaknessOf } from './secret-strength.ts'

test.each([
  ['fifteen-letters', 'is shorter than 16 characters'],
  ['abcdefgabcdefgabcdefg', 'is made of fewer than 8 different characters'],
  ['campstorecampstore', 'is a repetition of a shorter text'],
  ['abcdefghijklmnop', 'is a sequence of neighbouring characters'],
  ['$(openssl rand -hex 32)', 'contains a command or a variable that no shell has replaced'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of a shell
  ['${PAYMENT_SECRET:-changed}', 'contains a command or a variable that no shell has replaced'],
  ['`openssl rand -base64 32`', 'contains a command or a variable that no shell has replaced'],
  ['{{ payment_signing_secret }}', 'contains a command or a variable that no shell has replaced'],
  ['zyxwvutsrqponmlk', 'is a sequence of neighbouring characters'],
])('%s %s', (secret, weakness) => {
  expect(weaknessOf(secret)).toBe(weakness)
})

test('what generators print is strong', () => {
  for (const encoding of ['hex', 'base64', 'base64url'] as const)
    for (let count = 0; count < 200; count += 1) expect(weaknessOf(randomBytes(16).toString(encoding))).toBeUndefined()
})
