import { ApiError } from '@campstore/contract/errors'
import { z } from 'zod'

/** Who a token speaks of, as its identity provider says. */
export type Identity = {
  /** The provider's id of the person, stable for life. */
  subject: string
  email?: string
  /** Whether the provider has proven that the e-mail is the subject's. */
  emailVerified: boolean
  name?: string
  /** How the person signed in: `password`, `google.com`, … */
  provider: string
}

/** An identity, and until when its token says so. */
export type VerifiedToken = { identity: Identity; expiresAt: Date }

/**
 * Proves a token.
 *
 * Throws `ApiError` UNAUTHORIZED for anything wrong with the token, SERVICE_UNAVAILABLE when the identity provider cannot be reached.
 */
export type TokenVerifier = (token: string) => Promise<VerifiedToken>

/** The time, passed in so that tests can move it. */
export type Clock = () => Date

/** A 401 that says the same whatever is wrong; the reason stays in `cause`, for the log. */
export const unauthorized = (cause?: unknown): ApiError =>
  new ApiError('UNAUTHORIZED', 'A valid bearer token is needed', { cause })

/** A 503: the token may well be good, but nobody can tell now. */
export const identityProviderAway = (cause: unknown): ApiError =>
  new ApiError('SERVICE_UNAVAILABLE', 'The identity provider cannot be reached', { cause })

// PostgreSQL stores no NUL, and an id that encoding would change could meet another one: lone surrogates become U+FFFD.
const subject = z.string().regex(/^[^\p{Cc}\p{Cs}\uFFFD]{1,255}$/u)

/** The last second of the year 9999. A time beyond what a `Date` can hold would compare as neither past nor future. */
const latestExpiry = 253_402_300_799

// An e-mail decides whose customer or account somebody is, so it is compared as it came, or not at all.
const emailClaim = z
  .string()
  .regex(/^[^\p{Cc}\p{Cs}\p{Z}\uFFFD]*$/u)
  .transform(email => (email === '' || email.length > 320 ? undefined : email))

const claimsSchema = z.object({
  sub: subject,
  exp: z.number().min(0).max(latestExpiry),
  email: z.union([emailClaim, z.null().transform(() => undefined)]).optional(),
  email_verified: z.unknown().optional(),
  name: z.unknown().optional(),
  firebase: z.object({ sign_in_provider: z.string() }).optional().catch(undefined),
  idp: z.string().optional().catch(undefined),
  identity_provider: z.string().optional().catch(undefined),
})

/**
 * Reads the claims of a token whose signature, issuer, audience and time have been checked.
 *
 * @throws {ApiError} UNAUTHORIZED when there is no usable `sub` or `exp`, or the e-mail contains spaces, control characters
 * or broken text
 */
export function identityFromClaims(claims: unknown): VerifiedToken {
  const result = claimsSchema.safeParse(claims)
  if (!result.success) throw unauthorized(result.error)
  const { sub, exp, email, email_verified, name, firebase, idp, identity_provider } = result.data
  return {
    identity: {
      subject: sub,
      email,
      emailVerified: email !== undefined && email_verified === true,
      name: printable(name, 100),
      provider: printable(firebase?.sign_in_provider ?? idp ?? identity_provider, 100) ?? 'oidc',
    },
    expiresAt: new Date(exp * 1000),
  }
}

/**
 * Text that is shown and never compared, such as a name that a person has chosen: without control characters, trimmed;
 * undefined when nothing is left or it is too long.
 */
function printable(claim: unknown, maxLength: number): string | undefined {
  if (typeof claim !== 'string') return undefined
  const text = claim.replace(/[\p{Cc}\p{Cs}]/gu, '').trim()
  return text === '' || text.length > maxLength ? undefined : text
}
