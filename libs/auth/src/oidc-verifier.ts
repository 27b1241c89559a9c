import { ApiError } from '@campstore/contract/errors'
import * as errors from 'jose/errors'
import { createLocalJWKSet } from 'jose/jwks/local'
import { createRemoteJWKSet, type JWKSCacheInput, jwksCache } from 'jose/jwks/remote'
import { type JWTVerifyGetKey, jwtVerify } from 'jose/jwt/verify'
import {
  assertIssued,
  type Clock,
  identityFromClaims,
  identityProviderUnavailable,
  type TokenProblem,
  type TokenVerifier,
  unauthorized,
} from './identity.ts'

/** Asymmetric signatures only: never `none`, and never HS256, which the public key itself could create. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** How long cached keys stay in use while the provider is unavailable. */
const maxStaleKeysMs = 60 * 60 * 1000

/**
 * A verifier for any OpenID Connect issuer.
 *
 * @param options.issuer exact `iss` of its tokens
 * @param options.audience expected `aud`
 * @param options.jwksUrl address of its JSON Web Key Set; read when first needed, then every ten minutes
 */
export function createOidcVerifier(
  options: { issuer: string; audience: string; jwksUrl: string },
  clock: Clock,
): TokenVerifier {
  const keys = createKeySource(new URL(options.jwksUrl), clock)
  return async token => {
    const { payload } = await jwtVerify(token, keys, {
      issuer: options.issuer,
      audience: options.audience,
      algorithms,
      requiredClaims: ['sub', 'exp'],
      currentDate: clock(),
    }).catch(cause => {
      throw cause instanceof ApiError ? cause : unauthorized(problemOf(cause), cause)
    })
    assertIssued(payload.iat, clock())
    return identityFromClaims(payload)
  }
}

/** The time is checked after signature, issuer and audience. */
const problemOf = (error: unknown): TokenProblem => (error instanceof errors.JWTExpired ? 'expired' : 'invalid')

/**
 * The provider's keys; while it is unavailable, the last ones that it published, for an hour. Throws SERVICE_UNAVAILABLE where
 * it is unknown whether the token is valid.
 */
function createKeySource(url: URL, clock: Clock): JWTVerifyGetKey {
  const cache: JWKSCacheInput = {}
  const remote = createRemoteJWKSet(url, { timeoutDuration: 3_000, [jwksCache]: cache })
  return async (header, token) => {
    try {
      return await remote(header, token)
    } catch (error) {
      if (isAboutToken(error)) throw error
      const known = remote.jwks()
      const readAt = cache.uat ?? 0
      if (!known || clock().getTime() - readAt > maxStaleKeysMs) throw identityProviderUnavailable(error)
      // A key that is not among them may be new, so its token may be valid.
      return createLocalJWKSet(known)(header, token).catch(() => {
        throw identityProviderUnavailable(error)
      })
    }
  }
}

const isAboutToken = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported
