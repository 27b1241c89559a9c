import { createServer, type IncomingMessage } from 'node:http'
import { Agent } from 'node:https'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { importPKCS8, type JWTPayload, SignJWT } from 'jose'
import { z } from 'zod'

/** An account as the Identity Toolkit stores it. */
export type GoogleAccount = {
  disabled?: boolean
  /** Sessions that began before are revoked; Unix seconds. */
  validSince?: number
}

/**
 * The parts of Google that Firebase Authentication needs, in this process: the certificates of the keys of ID tokens, and the
 * look-up of accounts, which needs an access token. Unlike the emulator, it uses signatures.
 */
export type FakeGoogle = {
  /** An agent that connects to this server for any address. */
  httpAgent: Agent
  credential: { getAccessToken(): Promise<{ access_token: string; expires_in: number }> }
  accounts: Map<string, GoogleAccount>
  /** Ids of the accounts that were looked up, in order. */
  lookedUp: string[]
  /** HTTP status of each part's responses; 200 unless a test changes it. */
  status: { certificates: number; lookUp: number }
  /** A token with these claims, signed with the published key. */
  sign(claims: JWTPayload, kid?: string): Promise<string>
  stop(): Promise<void>
}

const lookUp = z.object({ localId: z.tuple([z.string()]) })
const accessToken = 'access-token-of-the-tests'

export async function startFakeGoogle(projectId: string): Promise<FakeGoogle> {
  const key = await importPKCS8(privateKey, 'RS256')
  const google = { accounts: new Map<string, GoogleAccount>(), lookedUp: [] as string[] }
  const status = { certificates: 200, lookUp: 200 }

  const answer = async (request: IncomingMessage): Promise<[number, unknown]> => {
    if (request.url?.includes('/metadata/x509/')) return [status.certificates, { 'key-1': certificate }]
    if (request.url !== `/v1/projects/${projectId}/accounts:lookup`) return [404, {}]
    const { localId } = lookUp.parse(JSON.parse(await text(request)))
    google.lookedUp.push(localId[0])
    if (request.headers.authorization !== `Bearer ${accessToken}`) return [401, {}]
    const account = google.accounts.get(localId[0])
    const { disabled = false, validSince = 0 } = account ?? {}
    const users = account && [{ localId: localId[0], disabled, validSince: String(validSince) }]
    return [status.lookUp, { kind: 'identitytoolkit#GetAccountInfoResponse', users }]
  }
  const server = createServer(async (request, response) => {
    const [code, body] = await answer(request)
    const headers = { 'content-type': 'application/json', 'cache-control': 'max-age=0' }
    response.writeHead(code, headers).end(JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    ...google,
    status,
    httpAgent: Object.assign(new Agent(), { createConnection: () => connect(address.port, '127.0.0.1') }),
    credential: { getAccessToken: async () => ({ access_token: accessToken, expires_in: 3_600 }) },
    sign: (claims, kid = 'key-1') => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key),
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A certificate as Google publishes them, self-signed, and its key: created for this file only. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIDRTCCAi2gAwIBAgIUSct8MOy8ys3nDWZiP+Xn/84tHAswDQYJKoZIhvcNAQEL
BQAwMTEvMC0GA1UEAwwmc2VjdXJldG9rZW4uc3lzdGVtLmdzZXJ2aWNlYWNjb3Vu
dC5jb20wIBcNMjYxMTIxMjEzMjIwWhgPMjEyNjEwMjgyMTMyMjBaMDExLzAtBgNV
BAMMJnNlY3VyZXRva2VuLnN5c3RlbS5nc2VydmljZWFjY291bnQuY29tMIIBIjAN
BgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAjI4cIvjXYsFOMExjhBHjPCXC/NRI
dlKHT0JWS/RwugaSpUgJO9NDtZoz3uHgqtuWsWz1GVZLbnUvXETW/YRGy3iLZvbm
G/dw8LYzJq1gtIPKDt1HdeobGLfgRXUNjW3+ojTC6K0kGm9x+cFtbVyidrbORQ7A
847/XGVsYbv1bx5OHeFe+C2iJ55xz7ECXfsAbhbb5mz7QYo/TDQJBVhVCtFY7pqs
Zwk9kLDuW5W23a+5E1B4FJX9GSBCrUjdWLszWJzC2YxtH0bOzdmRr1lhMaY9J2t/
ftlzYEooF7ClfTbG/VxWV73UmYSrnYDXG7MagYBBWbtarrgnbvfvj2v60wIDAQAB
o1MwUTAdBgNVHQ4EFgQUqNDACSVGOxC26JQuW9guSGyC9/gwHwYDVR0jBBgwFoAU
qNDACSVGOxC26JQuW9guSGyC9/gwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0B
AQsFAAOCAQEAKUo6WaNrscEsnzISrIY0rDyv4FwGEzzMN2J0lYGtw7Z2pubMxz2k
vaqlkYpiPkc3yBKuxek0LKR5KG6TbDVdXSGTa/w/LoxYu1U5rRAyxNdEUGkOeoGs
hYu0o7eU7qunU5iWkdbqRPZyGDo53+JFeiCji5f84mrTI4/CHrXopQucn1e99cGL
IL27L0QNHmsiBOsTuZbuNvEUOZwPLTyPlsN7piuDoQv5NfPVm9I3rJPt5hhMQrlB
hiS+35bwb/bbCVxlW5o8Wj2Fdt7K+isnITPg8svn9D0hw8CVjtDpsxC+MXg8Xg6a
mJZBl3fPeWWB9JROaoFiNofM230FXP8GwQ==
-----END CERTIFICATE-----`

const privateKey = `-----BEGIN PRIVATE KEY-----
MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCMjhwi+NdiwU4w
TGOEEeM8JcL81Eh2UodPQlZL9HC6BpKlSAk700O1mjPe4eCq25axbPUZVktudS9c
RNb9hEbLeItm9uYb93DwtjMmrWC0g8oO3Ud16hsYt+BFdQ2Nbf6iNMLorSQab3H5
wW1tXKJ2ts5FDsDzjv9cZWxhu/VvHk4d4V74LaInnnHPsQJd+wBuFtvmbPtBij9M
NAkFWFUK0VjumqxnCT2QsO5blbbdr7kTUHgUlf0ZIEKtSN1YuzNYnMLZjG0fRs7N
2ZGvWWExpj0na39+2XNgSigXsKV9Nsb9XFZXvdSZhKudgNcbsxqBgEFZu1quuCdu
9++Pa/rTAgMBAAECggEAE5J+bIhGReQxJRyeBvgOsoN3oYlWBdP8L5dHORBy2hSs
OwPK9V+34AP3ESRXCrPFSjOn9b1Eh78dtzWG0oqm6RKCJvZemKpeOcbFXK9r9fcc
HfHGT68n0stYGZPxLS6R9LhwI8Jocp3uOx8qQ75QiUNvecJSMBhLiuw8qWdpB+31
kDgjTCUFjWmlPkcgKdDmD7oN+cXctiTPzuMgeO+xgfcTnQZSGRp/DxaT7M7+vECV
w21c78PZXxJ9X4ME6YmUhAs8wf7nieRs21JfTz7JUnXc0lZTaVF8TUsw7vYtIvMV
RXGZSYovy8XlmUfTQkTwuz89iqJKSpEWypJUk6acIQKBgQDBNqjLuhNaTL1VQHDa
b5e5q03GUiIFojv4C8Vaer2khEMtec+br4Ip17TL+iae/GmFy/4s8BAVh4+5TqNe
9/7LnHHZKhD7Ya7Z7h4MunYoUZNy6BYukusEtF0JZS/7xOy9YaGeoB71IvPskwBf
ukBGZEkO/Qy1kxCARzQhb9PQeQKBgQC6OtLRLEC4VIi68RWsXXFcn6lWjUjQXpNm
LFIy//fPDjJz06p+alAI9l9L+HBIxGZnOuQYnjB7tkKYr5e8hl4YBchCr+JoPJzf
ZLgirJFLlDA1V9/XsSp5QNbIzHKFq33Ql6pe/FywgXVF79AP3f4a967mO7K27MUR
tI2TuGMKqwKBgCeq4CbLchO0854gF8tQ49aTq+kOjbuYXjWDvSXhUzQGj4AzpQLy
moeaqJzEI8+6RLPaeLmjI7o31bMWyQXDZoVI/jq2nzvtByfo8jRsx7tpXBtYOM2h
Di0uFnfKVXqcKHqNI9BcUV7EqU2ltIrywyVwi2tPWp+grN+ZPsOqoNMJAoGBALCC
8rCp9goArbwqp7VAuCLnfhR4Q2ykR6dPGPYX4SSSu0VHeVDqqUNlaXvTVXHTHZB4
pBulTCTl4odf3z0kSmkQifiTRtAvqyyeBV1wHSL6qRrWWGbTGIPm7e1SwrVpjw23
wxbWsW/mtGX+YEG50pBy9IZqTQDOuBcJACvkV5OTAoGBAIZC+aI0BtbiNgMxIk/u
h0gcXZB3f43jn2E82lp4MSUnNjyhWDkZczKPwQaa4W574gHVzrmVHq7cDdWfVO11
Gx8C8AetaW0nVwwHxeP0yRb/AoqD6W/xqJnonJpotOj3W9yHiheHD6AIVCItZG9C
8t9AX7b4FQw1vq27DUJDBg8r
-----END PRIVATE KEY-----`
