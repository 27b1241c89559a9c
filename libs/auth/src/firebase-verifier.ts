import type { Agent } from 'node:http'
import type { Credential } from 'firebase-admin/app'
import { decodeProtectedHeader } from 'jose/decode/protected_header'
import { decodeJwt } from 'jose/jwt/decode'
import {
  assertIssued,
  identityFromClaims,
  identityProviderUnavailable,
  type TokenProblem,
  type TokenVerifier,
  unauthorized,
} from './identity.ts'

/** Timeout for Google's keys and the account, or for the emulator. */
const timeoutMs = 5_000

/**
 * A verifier for Firebase Authentication. It looks the account up for every token, so that a disabled account or a revoked
 * session loses its access before the token expires; `createCachedVerifier` limits that to one look-up a minute.
 *
 * firebase-admin is loaded only here, because it costs about 30 MB of memory that a service with another issuer can save.
 *
 * @param options.emulatorHost `host:port` of the Auth emulator, whose unsigned tokens are verified by the emulator
 * @param options.checkRevoked false skips the look-up and needs no credentials: a revoked account keeps its access until its
 *   token expires, up to an hour
 * @param options.credential for the look-up; default: the environment's (GOOGLE_APPLICATION_CREDENTIALS)
 * @param options.httpAgent for requests to Google, such as a proxy
 */
export async function createFirebaseVerifier(options: {
  projectId: string
  emulatorHost?: string
  checkRevoked?: boolean
  credential?: Credential
  httpAgent?: Agent
}): Promise<TokenVerifier> {
  const [{ initializeApp }, { getAuth }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/auth'),
  ])
  const { projectId, credential, httpAgent, checkRevoked = true } = options
  // The library reads the emulator only from the environment, only once, and then accepts unsigned tokens.
  if (options.emulatorHost === undefined) delete process.env.FIREBASE_AUTH_EMULATOR_HOST
  else process.env.FIREBASE_AUTH_EMULATOR_HOST = options.emulatorHost
  const auth = getAuth(
    initializeApp({ projectId, httpAgent, ...(credential && { credential }) }, `campstore-${crypto.randomUUID()}`),
  )
  return async token => {
    assertIsJwt(token)
    const claims = await rejectOnTimeout(auth.verifyIdToken(token, checkRevoked)).catch(cause => {
      throw isAboutToken(cause) ? unauthorized(problemOf(cause), cause) : identityProviderUnavailable(cause)
    })
    return identityFromClaims(claims)
  }
}

/**
 * The library throws errors without a code for some texts that are not a JWT, ignores an extension that a verifier has to understand
 * (RFC 7515, 4.1.11), and accepts a token of the emulator that is issued in the future: so all of them are refused here.
 */
function assertIsJwt(token: string): void {
  try {
    assertIssued(decodeJwt(token).iat, new Date())
    if ('crit' in decodeProtectedHeader(token)) throw new Error('The token has an extension that is not known')
  } catch (cause) {
    throw unauthorized('invalid', cause)
  }
}

async function rejectOnTimeout<Result>(work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`No response within ${timeoutMs} ms`)), timeoutMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The library checks the time after signature, project and issuer. A session that was revoked has ended before its time. */
const problemOf = (error: unknown): TokenProblem =>
  error instanceof Error && 'code' in error && error.code === 'auth/id-token-expired' ? 'expired' : 'invalid'

const codesAboutToken = ['auth/id-token-expired', 'auth/id-token-revoked', 'auth/user-disabled', 'auth/user-not-found']

/**
 * Whether the library refused the token. It uses `auth/argument-error` both for a bad token and for keys that it could not
 * fetch; only the beginning of the message distinguishes them.
 */
function isAboutToken(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  if (codesAboutToken.some(code => code === error.code)) return true
  return (
    error.code === 'auth/argument-error' && /^(Firebase ID token has|verifyIdToken\(\)|Decoding)/.test(error.message)
  )
}
