import { ApiError } from '@campstore/contract/errors'
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JWKSCacheInput,
  type JWTVerifyGetKey,
  jwksCache,
  jwtVerify,
} from 'jose'
import { type Clock, identityFromClaims, identityProviderAway, type TokenVerifier, unauthorized } from './identity.ts'

/** Signatures that a public key proves. Never `none`, never one that the public key itself could make (HS256). */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** How long keys that were read before still serve while the provider cannot be asked. */
const staleKeysServeMs = 60 * 60 * 1000

/**
 * A verifier for any OpenID Connect issuer.
 *
 * @param options.issuer exact `iss` of its tokens
 * @param options.audience `aud` that names us
 * @param options.jwksUrl where it publishes its keys; read when first needed, then every ten minutes
 */
export function createOidcVerifier(
  options: { issuer: string; audience: string; jwksUrl: string },
  clock: Clock,
): TokenVerifier {
  const keys = publishedKeys(new URL(options.jwksUrl), clock)
  return async token => {
    const { payload } = await jwtVerify(token, keys, {
      issuer: options.issuer,
      audience: options.audience,
      algorithms,
      requiredClaims: ['sub', 'exp'],
      currentDate: clock(),
    }).catch(cause => {
      throw cause instanceof ApiError ? cause : unauthorized(cause)
    })
    return identityFromClaims(payload)
  }
}

/** The provider's keys; while it is away, the ones it published last, for an hour. Throws SERVICE_UNAVAILABLE rather than blame the token. */
function publishedKeys(url: URL, clock: Clock): JWTVerifyGetKey {
  const cache: JWKSCacheInput = {}
  const remote = createRemoteJWKSet(url, { timeoutDuration: 3_000, [jwksCache]: cache })
  return async (header, token) => {
    try {
      return await remote(header, token)
    } catch (error) {
      if (isAboutToken(error)) throw error
      const known = remote.jwks()
      const readAt = cache.uat ?? 0
      if (!known || clock().getTime() - readAt > staleKeysServeMs) throw identityProviderAway(error)
      // A key that is not among them may be a new one, so that nothing can be said of its token.
      return createLocalJWKSet(known)(header, token).catch(() => {
        throw identityProviderAway(error)
      })
    }
  }
}

const isAboutToken = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported
