import { generateKeyPairSync } from 'node:crypto'
import { loadConfig } from '@campstore/core/config/load-config'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createInternalKeys, internalTokenSigning, internalTokenVerification } from './internal-keys.ts'

const keys = createInternalKeys()
const { INTERNAL_TOKEN_PRIVATE_KEY: secret, INTERNAL_TOKEN_PUBLIC_KEYS: ours } = keys.environment
const signing = (value: string) => loadConfig(z.object(internalTokenSigning), { INTERNAL_TOKEN_PRIVATE_KEY: value })
const verifying = (value: string) =>
  loadConfig(z.object(internalTokenVerification), { INTERNAL_TOKEN_PUBLIC_KEYS: value }).INTERNAL_TOKEN_PUBLIC_KEYS

test('a pair is read from its variables, both keys with one id', () => {
  const { keyId } = signing(secret).INTERNAL_TOKEN_PRIVATE_KEY
  expect([...verifying(ours).keys()]).toEqual([keyId])
  expect(keyId).toBe(keys.signingKey.keyId)
})

test('two public keys are read, three are not', () => {
  const other = createInternalKeys().environment.INTERNAL_TOKEN_PUBLIC_KEYS
  expect(verifying(`${ours}, ${other}`).size).toBe(2)
  expect(() => verifying(`${ours},${other},${other}`)).toThrow('INTERNAL_TOKEN_PUBLIC_KEYS is more than two keys')
})

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
test.each([
  ['a text', 'a-shared-secret-of-old-times'],
  ['the public key', ours],
  ['another kind of key', rsa.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')],
])('%s is not a signing key', (_, value) => {
  expect(() => signing(value)).toThrow(
    /^INTERNAL_TOKEN_PRIVATE_KEY is not an Ed25519 key\. Set it to an Ed25519 key, PKCS #8/,
  )
})

test('a private key is not accepted as a public key: the service could sign with it', () => {
  expect(() => verifying(secret)).toThrow('INTERNAL_TOKEN_PUBLIC_KEYS is not an Ed25519 key')
})
