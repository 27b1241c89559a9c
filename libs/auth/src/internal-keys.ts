import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject } from 'node:crypto'
import { z } from 'zod'

/** What signs internal tokens, and the name under which its public half is found. */
export type InternalSigningKey = { keyId: string; key: KeyObject }

/** Whose signatures are believed, by name: one key, or two while a new one takes the place of the old one. */
export type InternalPublicKeys = ReadonlyMap<string, KeyObject>

const signingWanted =
  'the Ed25519 key with which the admin service signs its calls to other services, PKCS #8 in DER in Base64 (openssl genpkey -algorithm ed25519 -outform der | base64)'
const publicWanted =
  'the public key of INTERNAL_TOKEN_PRIVATE_KEY, or two separated by a comma while it is replaced, SPKI in DER in Base64 (openssl pkey -inform der -pubout -outform der | base64)'

/** For the admin service only: whoever has this can act as any administrator. */
export const internalTokenSigning = {
  INTERNAL_TOKEN_PRIVATE_KEY: z.string().transform(signingKey).describe(signingWanted),
}

/** For every service that the admin service calls. */
export const internalTokenVerification = {
  INTERNAL_TOKEN_PUBLIC_KEYS: z.string().transform(publicKeys).describe(publicWanted),
}

/** Both halves of a new pair, as variables and as they are read from them. */
export type InternalKeys = {
  environment: { INTERNAL_TOKEN_PRIVATE_KEY: string; INTERNAL_TOKEN_PUBLIC_KEYS: string }
  signingKey: InternalSigningKey
  publicKeys: InternalPublicKeys
}

/** Makes a new pair, for a run of everything on one machine, and for tests. */
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
  const key = ed25519(() => createPrivateKey({ key: derOf(text), format: 'der', type: 'pkcs8' }))
  if (!key) return refuse(context)
  return { key, keyId: keyIdOf(createPublicKey(key)) }
}

function publicKeys(list: string, context: z.core.$RefinementCtx<string>): InternalPublicKeys {
  const keys = new Map<string, KeyObject>()
  const texts = list.split(',').map(text => text.trim())
  if (texts.length > 2) return refuse(context)
  for (const text of texts) {
    const key = ed25519(() => createPublicKey({ key: derOf(text), format: 'der', type: 'spki' }))
    if (!key) return refuse(context)
    keys.set(keyIdOf(key), key)
  }
  return keys
}

const derOf = (text: string): Buffer => Buffer.from(text, 'base64')

function ed25519(read: () => KeyObject): KeyObject | undefined {
  try {
    const key = read()
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

const keyIdOf = (publicKey: KeyObject): string =>
  hash('sha256', publicKey.export({ format: 'der', type: 'spki' }), 'base64url')

/** Never repeats the value, which may be a secret in the wrong shape. */
function refuse(context: z.core.$RefinementCtx<string>): never {
  context.addIssue({ code: 'custom', message: 'not an Ed25519 key' })
  return z.NEVER
}
