import type { webcrypto } from 'node:crypto'
import { startHttpServer } from '@campstore/testing/http-server'
import { useFixture } from '@campstore/testing/use-fixture'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { TokenVerifier } from './identity.ts'
import { createOidcVerifier } from './oidc-verifier.ts'

const issuer = 'https://id.example.com'
const audience = 'campstore'
const keys = await generateKeyPair('RS256', { extractable: true })
const otherKeys = await generateKeyPair('RS256')

let now = new Date()
let status = 200
const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'key-1', use: 'sig', alg: 'RS256' }
const server = useFixture(() =>
  startHttpServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: [jwk] }))
  }),
)

afterEach(() => {
  status = 200
  vi.useRealTimers()
  now = new Date()
})

/** Moves our clock and that of jose, which measures the age of keys. */
function wait(minutes: number): void {
  now = new Date(now.getTime() + minutes * 60_000)
  vi.useFakeTimers({ toFake: ['Date'], now })
}

const verifier = (jwksUrl = server.url): TokenVerifier => createOidcVerifier({ issuer, audience, jwksUrl }, () => now)

async function token(
  changes: { claims?: JWTPayload; kid?: string; key?: webcrypto.CryptoKey; alg?: string } = {},
): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000)
  const { claims, kid = 'key-1', key = keys.privateKey, alg = 'RS256' } = changes
  return new SignJWT({ iss: issuer, aud: audience, sub: 'uid-1', iat: seconds, exp: seconds + 3600, ...claims })
    .setProtectedHeader({ alg, kid })
    .sign(key)
}

const unauthorized = expect.objectContaining({ code: 'UNAUTHORIZED' })
const invalid = expect.objectContaining({
  message: 'Sign in again: the token is not valid.',
  headers: { 'www-authenticate': 'Bearer error="invalid_token", error_description="The token is not valid"' },
})
const unavailable = expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' })

test('only a token of the issuer, for us, is said to have expired', async () => {
  const exp = Math.floor(Date.now() / 1000) - 3600
  const forOther = token({ claims: { aud: 'other' } })
  const ofOtherKey = token({ key: otherKeys.privateKey, claims: { exp } })
  await expect(verifier()(await forOther)).rejects.toThrow(invalid)
  await expect(verifier()(await ofOtherKey)).rejects.toThrow(invalid)
})

const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset

test.each<[string, JWTPayload]>([
  ['that never expires', { exp: undefined }],
  ['that is not valid yet', { nbf: seconds(3600) }],
  ['that is issued in the future', { iat: seconds(3600) }],
  ['for no audience', { aud: undefined }],
  ['without a subject', { sub: undefined }],
])('a token is refused %s', async (_, claims) => {
  await expect(verifier()(await token({ claims }))).rejects.toThrow(unauthorized)
})

describe('while the issuer', () => {
  test('is unreachable, a token is neither accepted nor refused', async () => {
    const gone = await startHttpServer(() => {})
    await gone.stop()
    await expect(verifier(gone.url)(await token())).rejects.toThrow(unavailable)
  })

  /** A verifier that has the keys of an issuer which has been unavailable for some minutes. */
  async function verifierSince(minutes: number): Promise<TokenVerifier> {
    const verify = verifier()
    await verify(await token())
    status = 500
    wait(minutes)
    return verify
  }

  test('is unavailable, the cached keys are used', async () => {
    const verify = await verifierSince(30)
    await expect(verify(await token())).resolves.toBeDefined()
    await expect(verify(await token({ key: otherKeys.privateKey }))).rejects.toThrow(unauthorized)
  })

  test('is unavailable, an unknown key may be a new one', async () => {
    const verify = await verifierSince(30)
    await expect(verify(await token({ kid: 'key-2' }))).rejects.toThrow(unavailable)
  })

  test('has been unavailable for more than an hour, its old keys are not trusted', async () => {
    const verify = await verifierSince(61)
    await expect(verify(await token())).rejects.toThrow(unavailable)
  })
})
