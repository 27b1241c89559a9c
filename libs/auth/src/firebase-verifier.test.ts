import { createIdentity } from '@campstore/testing/identity'
import { testServers } from '@campstore/testing/servers'
import { useFixture } from '@campstore/testing/use-fixture'
import { generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createFirebaseVerifier } from './firebase-verifier.ts'
import type { TokenVerifier } from './identity.ts'
import { startFakeGoogle } from './testing/fake-google.ts'

const { identityProject: projectId } = testServers()
const unauthorized = expect.objectContaining({ code: 'UNAUTHORIZED' })
const unavailable = expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' })

/** Valid claims of a Firebase ID token of our project, with changes. */
function claimsOf(uid: string, changes: JWTPayload = {}): JWTPayload {
  const now = Math.floor(Date.now() / 1000)
  const iss = `https://securetoken.google.com/${projectId}`
  return { iss, aud: projectId, sub: uid, iat: now, auth_time: now, exp: now + 3600, ...changes }
}

const hourAgo = () => Math.floor(Date.now() / 1000) - 3600

const wrongClaims: [string, () => JWTPayload][] = [
  ['that has expired', () => ({ exp: hourAgo() })],
  ['of another project', () => ({ aud: 'demo-other' })],
  ['of another issuer', () => ({ iss: 'https://securetoken.google.com/demo-other' })],
  ['without a subject', () => ({ sub: '' })],
  ['that is issued in the future', () => ({ iat: hourAgo() + 7200 })],
]

test('with the emulator a token with an extension that is not known is refused', async () => {
  const verify = await createFirebaseVerifier({ projectId, emulatorHost: testServers().identityHost })
  const { token } = await createIdentity()
  const [, claims = ''] = token.split('.')
  const header = Buffer.from(JSON.stringify({ alg: 'none', crit: ['x'], x: 1 })).toString('base64url')
  await expect(verify(`${header}.${claims}.`)).rejects.toThrow(unauthorized)
})

describe('with Google', () => {
  const google = useFixture(() => startFakeGoogle(projectId))
  let verify: TokenVerifier

  beforeAll(async () => {
    google.accounts.set('uid-1', {})
    verify = await createFirebaseVerifier({ projectId, httpAgent: google.httpAgent, credential: google.credential })
  })

  afterEach(() => {
    google.status.certificates = 200
    google.status.lookUp = 200
    google.accounts.set('uid-1', {})
  })

  const token = (claims: JWTPayload = {}, kid?: string): Promise<string> =>
    google.sign(claimsOf('uid-1', { firebase: { sign_in_provider: 'google.com' }, ...claims }), kid)

  test.each(wrongClaims)('a token %s is refused, and its account is not looked up', async (_, claims) => {
    const before = google.lookedUp.length
    await expect(verify(await token(claims()))).rejects.toThrow(unauthorized)
    expect(google.lookedUp).toHaveLength(before)
  })

  test('a refusal says whether the token has expired or is not valid', async () => {
    const challenge = (text: string) => ({
      'www-authenticate': `Bearer error="invalid_token", error_description="The token ${text}"`,
    })
    await expect(verify(await token({ exp: hourAgo() }))).rejects.toMatchObject({ headers: challenge('has expired') })
    await expect(verify(await token({ aud: 'demo-other' }))).rejects.toMatchObject({
      headers: challenge('is not valid'),
    })
  })

  const signedAs = (alg: string, key: Parameters<SignJWT['sign']>[0]) =>
    new SignJWT(claimsOf('uid-1')).setProtectedHeader({ alg, kid: 'key-1' }).sign(key)
  test.each<[string, () => Promise<string>]>([
    ['that another key signed', async () => signedAs('RS256', (await generateKeyPair('RS256')).privateKey)],
    ['that names an unknown key', () => token({}, 'key-2')],
    ['that is not signed', async () => new UnsecuredJWT(claimsOf('uid-1')).encode()],
    ['with the public key as a shared secret', () => signedAs('HS256', new TextEncoder().encode(google.publishedKey))],
  ])('a token %s is refused', async (_, forged) => {
    await expect(verify(await forged())).rejects.toThrow(unauthorized)
  })

  test('while the keys are unavailable, a token is neither accepted nor refused', async () => {
    google.status.certificates = 500
    await expect(verify(await token())).rejects.toThrow(unavailable)
  })

  describe('a good token', () => {
    test('of an account that was disabled, or deleted, is refused', async () => {
      google.accounts.set('uid-1', { disabled: true })
      await expect(verify(await token())).rejects.toThrow(unauthorized)
      google.accounts.delete('uid-1')
      await expect(verify(await token())).rejects.toThrow(unauthorized)
    })

    test('of a session that was revoked is refused, one of a later session is not', async () => {
      const revokedAt = Math.floor(Date.now() / 1000) - 60
      google.accounts.set('uid-1', { validSince: revokedAt })
      await expect(verify(await token({ auth_time: revokedAt - 1 }))).rejects.toThrow(unauthorized)
      await expect(verify(await token({ auth_time: revokedAt }))).resolves.toBeDefined()
    })

    test.each([400, 401, 403, 500])('is not trusted while the look-up answers %d', async status => {
      google.status.lookUp = status
      await expect(verify(await token())).rejects.toThrow(unavailable)
    })

    test('is not looked up where that is switched off', async () => {
      const { httpAgent } = google
      const trusting = await createFirebaseVerifier({ projectId, httpAgent, checkRevoked: false })
      google.accounts.set('uid-1', { disabled: true })
      const before = google.lookedUp.length
      await expect(trusting(await token())).resolves.toBeDefined()
      expect(google.lookedUp).toHaveLength(before)
    })
  })
})
