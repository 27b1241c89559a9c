// cspell:disable
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { weaknessInProduction, weaknessOf } from './secret-strength.ts'

test.each([
  ['fifteen-letters', 'is shorter than 16 characters'],
  ['abcdefgabcdefgabcdefg', 'is made of fewer than 8 different characters'],
  ['campstorecampstore', 'is a repetition of a shorter text'],
  ['abcdefghijklmnop', 'is a sequence of neighbouring characters'],
  ['$(openssl rand -hex 32)', 'contains a command or a variable that no shell has replaced'],
  ['{{ payment_signing_secret }}', 'contains a command or a variable that no shell has replaced'],
])('%s %s', (secret, weakness) => {
  expect(weaknessOf(secret)).toBe(weakness)
})

test('what `openssl rand -hex 16` prints is strong, and what other generators print is long enough', () => {
  for (let count = 0; count < 200; count += 1) {
    const hex = randomBytes(16).toString('hex')
    expect(weaknessOf(hex) ?? weaknessInProduction(hex, 'own')).toBeUndefined()
    for (const encoding of ['base64', 'base64url'] as const)
      expect(weaknessOf(randomBytes(16).toString(encoding))).toBeUndefined()
  }
  expect(weaknessInProduction('Xk3v+8Q/mPz1dW0yB7rLt5JhGq2sNc9E', 'own')).toBeUndefined()
})

test.each([
  ['hex', '2c71f3c5d06e5b0b0fe4a5d9e6a1787b'],
  ['capital letters', 'QZVKFMXWTBHJPGYCRNLDUXSOKVEFQWZM'],
  ['letters and digits', 'mqzvk7fxwtb2hjpgyc9rnldux4sokvef'],
])('in production 32 random characters are strong: %s', (_, secret) => {
  expect(weaknessInProduction(secret, 'own')).toBeUndefined()
  expect(weaknessInProduction(secret.slice(0, 20), 'given')).toBeUndefined()
})

test.each([
  'campstore-payment-secret-of-production-2026',
  'ThisIsMySecretPasswordForProduction',
  'campstorepaymentsecretofproduction',
  '0123456789abcdeffedcba9876543210',
])('in production words, names of variables and sequences are weak: %s', secret => {
  expect(weaknessInProduction(secret, 'own')).toContain('is made of words or sequences that can be guessed')
})

test.each(['campstore-payment-secret', 'PAYMENT_SIGNING_SECRET', 'local-payment-secret2', 'password12345678'])(
  'in production a secret of our own has 32 characters, and one of a provider 16 that are no sequence: %s',
  secret => {
    expect(weaknessInProduction(secret, 'own')).toContain(
      'is shorter than 32 characters (`openssl rand -hex 16` prints',
    )
    for (const given of ['password12345678', 'postgres12345678', 'secret1234567890'])
      expect(weaknessInProduction(given, 'given')).toContain('can be guessed')
    expect(weaknessInProduction('pwFHCqoQZGmho4w6', 'given')).toBeUndefined()
  },
)
