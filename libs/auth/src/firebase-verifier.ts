import type { Agent } from 'node:http'
import type { Credential } from 'firebase-admin/app'
import { decodeJwt } from 'jose'
import { identityFromClaims, identityProviderAway, type TokenVerifier, unauthorized } from './identity.ts'

/** Longest wait for Google's keys and the account, or for the emulator. */
const timeoutMs = 5_000

/**
 * A verifier for Firebase Authentication. Every token costs a look-up of its account, so that a disabled account and a revoked
 * session end with the next one and not with the token; {@link createCachedVerifier} makes it one a minute.
 *
 * firebase-admin is loaded here and nowhere else, and only as much of it as verifies: it costs about 30 MB of resident
 * memory, which a service that trusts another issuer does not pay.
 *
 * @param options.emulatorHost `host:port` of the Auth emulator, whose tokens are unsigned; each is checked with the emulator
 * @param options.checkRevoked false leaves the look-up out, which then needs no credentials: a revoked account keeps its access
 *   until its token expires, up to an hour
 * @param options.credential what may look accounts up; by default the environment's (GOOGLE_APPLICATION_CREDENTIALS)
 * @param options.httpAgent how Google is reached, where that takes a proxy
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
  // The library learns of the emulator from the environment only, once, and accepts unsigned tokens when it finds one.
  if (options.emulatorHost === undefined) delete process.env.FIREBASE_AUTH_EMULATOR_HOST
  else process.env.FIREBASE_AUTH_EMULATOR_HOST = options.emulatorHost
  const auth = getAuth(
    initializeApp({ projectId, httpAgent, ...(credential && { credential }) }, `campstore-${crypto.randomUUID()}`),
  )
  return async token => {
    refuseUnreadable(token)
    const claims = await withPatience(auth.verifyIdToken(token, checkRevoked)).catch(cause => {
      throw isAboutToken(cause) ? unauthorized(cause) : identityProviderAway(cause)
    })
    return identityFromClaims(claims)
  }
}

/** What is no JWT is refused before the library sees it, which answers some of it with errors that have no code. */
function refuseUnreadable(token: string): void {
  try {
    decodeJwt(token)
  } catch (cause) {
    throw unauthorized(cause)
  }
}

async function withPatience<Result>(work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

const codesAboutToken = ['auth/id-token-expired', 'auth/id-token-revoked', 'auth/user-disabled', 'auth/user-not-found']

/**
 * Whether the library refused the token. It answers `auth/argument-error` for a bad token and for keys that it could not
 * fetch alike; only the beginning of its message tells them apart.
 */
function isAboutToken(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  if (codesAboutToken.some(code => code === error.code)) return true
  return (
    error.code === 'auth/argument-error' && /^(Firebase ID token has|verifyIdToken\(\)|Decoding)/.test(error.message)
  )
}
