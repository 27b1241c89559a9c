import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject } from 'node:crypto'
import { variable } from '@campstore/core/config/variable'
import { z } from 'zod'

/** The key that signs internal tokens, and the id under which its public key is found. */
export type InternalSigningKey = { keyId: string; key: KeyObject }

/** The trusted public keys by id: one, or two during a key rotation. */
export type InternalPublicKeys = ReadonlyMap<string, KeyObject>

/** For the admin service only: its holder can sign calls as each of the administrators. */
export const internalTokenSigning = {
  INTERNAL_TOKEN_PRIVATE_KEY: variable(z.string().transform(signingKey), {
    description: 'the key with which the admin service signs its calls to other services',
    rule: 'an Ed25519 key, PKCS #8 in DER in Base64',
    example: '$(openssl genpkey -algorithm ed25519 -outform der | base64)',
    secret: true,
  }),
}

/** For every service that the admin service calls. */
export const internalTokenVerification = {
  INTERNAL_TOKEN_PUBLIC_KEYS: variable(z.string().transform(publicKeys), {
    description: 'the public key of INTERNAL_TOKEN_PRIVATE_KEY',
    rule: 'an Ed25519 key, SPKI in DER in Base64, or two separated by a comma during a key rotation',
    example:
      '$(echo "$INTERNAL_TOKEN_PRIVATE_KEY" | base64 -d | openssl pkey -inform der -pubout -outform der | base64)',
  }),
}

/** A key pair, as environment variables and as the values read from them. */
export type InternalKeys = {
  environment: { INTERNAL_TOKEN_PRIVATE_KEY: string; INTERNAL_TOKEN_PUBLIC_KEYS: string }
  signingKey: InternalSigningKey
  publicKeys: InternalPublicKeys
}

/** Generates a key pair, for a system on one machine and for tests. */
export function createInternalKeys(): InternalKeys {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const keyId = keyIdOf(publicKey)
  return {
    environment: {
      INTERNAL_TOKEN_PRIVATE_KEY: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      INTERNAL_TOKEN_PUBLIC_KEYS: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    },
    signingKey: { key: privateKey, keyId },
    publicKeys: new Map([[keyId, publicKey]]),
  }
}

function signingKey(text: string, context: z.core.$RefinementCtx<string>): InternalSigningKey {
  const key = readEd25519(() => createPrivateKey({ key: decodeDer(text), format: 'der', type: 'pkcs8' }))
  if (!key) return rejectKey(context)
  return { key, keyId: keyIdOf(createPublicKey(key)) }
}

function publicKeys(list: string, context: z.core.$RefinementCtx<string>): InternalPublicKeys {
  const keys = new Map<string, KeyObject>()
  const texts = list.split(',').map(text => text.trim())
  if (texts.length > 2) return rejectKey(context, 'is more than two keys')
  for (const text of texts) {
    const key = readEd25519(() => createPublicKey({ key: decodeDer(text), format: 'der', type: 'spki' }))
    if (!key) return rejectKey(context)
    keys.set(keyIdOf(key), key)
  }
  return keys
}

const decodeDer = (text: string): Buffer => Buffer.from(text, 'base64')

function readEd25519(read: () => KeyObject): KeyObject | undefined {
  try {
    const key = read()
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

const keyIdOf = (publicKey: KeyObject): string =>
  hash('sha256', publicKey.export({ format: 'der', type: 'spki' }), 'base64url')

/** Does not repeat the value, which may be a malformed secret. */
function rejectKey(context: z.core.$RefinementCtx<string>, message = 'is not an Ed25519 key'): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}
