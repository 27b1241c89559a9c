import type { webcrypto } from 'node:crypto'
import { createServer } from 'node:http'
import { Agent } from 'node:https'
import { connect } from 'node:net'
import { createIdentity } from '@campstore/testing/identity'
import { testServers } from '@campstore/testing/servers'
import { exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createFirebaseVerifier } from './firebase-verifier.ts'
import type { TokenVerifier } from './identity.ts'

const { identityProject: projectId } = testServers()
const unauthorized = expect.objectContaining({ code: 'UNAUTHORIZED' })
const unavailable = expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' })

/** The claims of a Firebase ID token of our project, but for what is said otherwise. */
function claimsOf(uid: string, otherwise: JWTPayload = {}): JWTPayload {
  const now = Math.floor(Date.now() / 1000)
  const iss = `https://securetoken.google.com/${projectId}`
  return { iss, aud: projectId, sub: uid, iat: now, auth_time: now, exp: now + 3600, ...otherwise }
}

const hourAgo = () => Math.floor(Date.now() / 1000) - 3600

const wrongClaims: [string, () => JWTPayload][] = [
  ['that has expired', () => ({ exp: hourAgo() })],
  ['of another project', () => ({ aud: 'demo-other' })],
  ['of another issuer', () => ({ iss: 'https://securetoken.google.com/demo-other' })],
  ['of nobody', () => ({ sub: '' })],
]
const noTokens = ['', 'x', 'a.b.c', '..', 'e30.e30.', 'e30.bnVsbA.x']

describe('with the emulator', () => {
  const { identityHost: emulatorHost } = testServers()
  let verify: TokenVerifier

  beforeAll(async () => {
    verify = await createFirebaseVerifier({ projectId, emulatorHost })
  })

  /** As an administrator of the project would. */
  async function disableAccount(localId: string): Promise<void> {
    await fetch(`http://${emulatorHost}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:update`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
      body: JSON.stringify({ localId, disableUser: true }),
    })
  }

  test('a token is who it says', async () => {
    const { uid, email, token } = await createIdentity({ name: 'Ann' })
    const { identity, expiresAt } = await verify(token)
    expect(identity).toEqual({ subject: uid, email, emailVerified: true, name: 'Ann', provider: 'password' })
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now())
  })

  test('an e-mail that was not verified is told as such', async () => {
    const { token } = await createIdentity({ verified: false })
    await expect(verify(token)).resolves.toMatchObject({ identity: { emailVerified: false } })
  })

  test('a person who signed in elsewhere is told as such', async () => {
    const { token } = await createIdentity({ provider: 'google.com' })
    await expect(verify(token)).resolves.toMatchObject({ identity: { provider: 'google.com' } })
  })

  test.each(wrongClaims)('a token %s is refused', async (_, claims) => {
    const { uid } = await createIdentity()
    await expect(verify(new UnsecuredJWT(claimsOf(uid, claims())).encode())).rejects.toThrow(unauthorized)
  })

  test('a token of an account that is gone is refused', async () => {
    await expect(verify(new UnsecuredJWT(claimsOf('nobody')).encode())).rejects.toThrow(unauthorized)
  })

  test('a token of an account that was disabled is refused', async () => {
    const { uid, token } = await createIdentity()
    await disableAccount(uid)
    await expect(verify(token)).rejects.toThrow(unauthorized)
  })

  test.each(noTokens)('%j is refused', async text => {
    await expect(verify(text)).rejects.toThrow(unauthorized)
  })

  test('while it is away nothing is said of a token', async () => {
    const { token } = await createIdentity()
    const verifyInVain = await createFirebaseVerifier({ projectId, emulatorHost: '127.0.0.1:1' })
    await expect(verifyInVain(token)).rejects.toThrow(unavailable)
  })
})

describe("with Google's keys", () => {
  let verify: TokenVerifier
  let keys: webcrypto.CryptoKeyPair
  let otherKeys: webcrypto.CryptoKeyPair
  let status = 200
  const google = createServer(async (_, response) => {
    const headers = { 'content-type': 'application/json', 'cache-control': 'max-age=0' }
    response.writeHead(status, headers).end(JSON.stringify({ 'key-1': await exportSPKI(keys.publicKey) }))
  })

  beforeAll(async () => {
    keys = await generateKeyPair('RS256', { extractable: true })
    otherKeys = await generateKeyPair('RS256')
    await new Promise<void>(resolve => google.listen(0, '127.0.0.1', resolve))
    const address = google.address()
    if (address === null || typeof address === 'string') throw new Error('the server has no port')
    // Whatever address it is asked for, this agent calls the server above.
    const httpAgent = Object.assign(new Agent(), { createConnection: () => connect(address.port, '127.0.0.1') })
    verify = await createFirebaseVerifier({ projectId, httpAgent })
  })

  afterAll(() => {
    google.close()
  })

  afterEach(() => {
    status = 200
  })

  const token = (otherwise: { claims?: JWTPayload; kid?: string; key?: webcrypto.CryptoKey } = {}): Promise<string> =>
    new SignJWT(claimsOf('uid-1', { firebase: { sign_in_provider: 'google.com' }, ...otherwise.claims }))
      .setProtectedHeader({ alg: 'RS256', kid: otherwise.kid ?? 'key-1' })
      .sign(otherwise.key ?? keys.privateKey)

  test('a token is who it says', async () => {
    await expect(verify(await token())).resolves.toMatchObject({
      identity: { subject: 'uid-1', provider: 'google.com' },
    })
  })

  test.each(wrongClaims)('a token %s is refused', async (_, claims) => {
    await expect(verify(await token({ claims: claims() }))).rejects.toThrow(unauthorized)
  })

  test('a token that another key signed is refused', async () => {
    await expect(verify(await token({ key: otherKeys.privateKey }))).rejects.toThrow(unauthorized)
  })

  test('a token that names an unknown key is refused', async () => {
    await expect(verify(await token({ kid: 'key-2' }))).rejects.toThrow(unauthorized)
  })

  test('an unsigned token is refused', async () => {
    await expect(verify(new UnsecuredJWT(claimsOf('uid-1')).encode())).rejects.toThrow(unauthorized)
  })

  test('a token that takes the public key for a shared secret is refused', async () => {
    const secret = new TextEncoder().encode(await exportSPKI(keys.publicKey))
    const forged = new SignJWT(claimsOf('uid-1')).setProtectedHeader({ alg: 'HS256', kid: 'key-1' }).sign(secret)
    await expect(verify(await forged)).rejects.toThrow(unauthorized)
  })

  test.each(noTokens)('%j is refused', async text => {
    await expect(verify(text)).rejects.toThrow(unauthorized)
  })

  test('while they cannot be fetched nothing is said of a token', async () => {
    status = 500
    await expect(verify(await token())).rejects.toThrow(unavailable)
  })
})
