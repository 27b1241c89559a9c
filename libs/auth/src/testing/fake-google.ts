import type { IncomingMessage } from 'node:http'
import { Agent } from 'node:https'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { startHttpServer } from '@campstore/testing/http-server'
import { exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { z } from 'zod'

/** An account as the Identity Toolkit stores it: sessions that began before `validSince`, in Unix seconds, are revoked. */
type GoogleAccount = { disabled?: boolean; validSince?: number }

const lookUp = z.object({ localId: z.tuple([z.string()]) })
const accessToken = 'access-token-of-the-tests'

/**
 * Starts the parts of Google that Firebase Authentication needs: the keys of ID tokens, and the look-up of accounts, which needs an
 * access token. Unlike the emulator, it uses signatures.
 */
export async function startFakeGoogle(projectId: string) {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const publishedKey = await exportSPKI(publicKey)
  const google = { accounts: new Map<string, GoogleAccount>(), lookedUp: [] as string[] }
  /** HTTP status of each part's responses; 200 unless a test changes it. */
  const status = { certificates: 200, lookUp: 200 }

  const answer = async (request: IncomingMessage): Promise<[number, unknown]> => {
    if (request.url?.includes('/metadata/x509/')) return [status.certificates, { 'key-1': publishedKey }]
    if (request.url !== `/v1/projects/${projectId}/accounts:lookup`) return [404, {}]
    const { localId } = lookUp.parse(JSON.parse(await text(request)))
    google.lookedUp.push(localId[0])
    if (request.headers.authorization !== `Bearer ${accessToken}`) return [401, {}]
    const account = google.accounts.get(localId[0])
    const { disabled = false, validSince = 0 } = account ?? {}
    const users = account && [{ localId: localId[0], disabled, validSince: String(validSince) }]
    return [status.lookUp, { kind: 'identitytoolkit#GetAccountInfoResponse', users }]
  }
  const { port, stop } = await startHttpServer(async (request, response) => {
    const [code, body] = await answer(request)
    const headers = { 'content-type': 'application/json', 'cache-control': 'max-age=0' }
    response.writeHead(code, headers).end(JSON.stringify(body))
  })
  return {
    ...google,
    status,
    /** The public key of tokens as PEM; Google publishes it in a certificate. */
    publishedKey,
    /** An agent that connects to this server for any address. */
    httpAgent: Object.assign(new Agent(), { createConnection: () => connect(port, '127.0.0.1') }),
    credential: { getAccessToken: async () => ({ access_token: accessToken, expires_in: 3_600 }) },
    /** A token with these claims, signed with the published key. */
    sign: (claims: JWTPayload, kid = 'key-1') =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey),
    stop,
  }
}
