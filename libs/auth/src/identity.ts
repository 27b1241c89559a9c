import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { z } from 'zod'

/** Whom a token identifies, according to its identity provider. */
export type Identity = {
  /** The provider's id of the person, stable for life. */
  subject: string
  email?: string
  /** Whether the provider has verified that the e-mail is the subject's. */
  emailVerified: boolean
  name?: string
  phone?: string
  /** When the provider issued the token. */
  issuedAt: Date
  /** How the person signed in: `password`, `google.com`, … */
  provider: string
}

/** An identity, and when its token expires. */
export type VerifiedToken = { identity: Identity; expiresAt: Date }

/**
 * Verifies a token.
 *
 * Throws `ApiError` UNAUTHORIZED for anything wrong with the token, SERVICE_UNAVAILABLE when the identity provider cannot be
 * reached.
 */
export type TokenVerifier = (token: string) => Promise<VerifiedToken>

/** The time, passed in so that tests can move it. */
export type Clock = () => Date

/** The problem of a token, as the response names it. */
export type TokenProblem = 'missing' | 'unlabelled' | 'expired' | 'invalid'

const challenges = {
  missing: 'Bearer',
  unlabelled: 'Bearer',
  expired: 'Bearer error="invalid_token", error_description="The token has expired"',
  invalid: 'Bearer error="invalid_token", error_description="The token is not valid"',
} as const

/**
 * A 401 that says whether the token is missing, is sent without its scheme, has expired or is not valid, also as a challenge of RFC 6750, 3. What else is
 * wrong with it stays in `cause`, for the log.
 */
export const unauthorized = (problem: TokenProblem, cause?: unknown): ApiError =>
  new ApiError('UNAUTHORIZED', text(`token.${problem}`), {
    headers: { 'www-authenticate': challenges[problem] },
    cause,
  })

/** A 503: the token may be valid, but it cannot be verified now. */
export const identityProviderUnavailable = (cause: unknown): ApiError =>
  new ApiError('SERVICE_UNAVAILABLE', text('token.unverifiable'), { cause })

// PostgreSQL stores no NUL, and an id that encoding changes could become equal to another one: lone surrogates become U+FFFD.
const subject = z.string().regex(/^[^\p{Cc}\p{Cs}\uFFFD]{1,255}$/u)

/** How far the provider's clock may be ahead, in seconds. */
const clockTolerance = 300

/** @throws {ApiError} UNAUTHORIZED for a token that is issued in the future: no sign-out would end it */
export function assertIssued(iat: number | undefined, now: Date): void {
  if (iat !== undefined && iat > now.getTime() / 1000 + clockTolerance) throw unauthorized('invalid')
}

/** The last second of the year 9999. A time that a `Date` cannot hold would compare as neither past nor future. */
const latestExpiry = 253_402_300_799

// An e-mail decides which customer or account a person gets, so it is compared unchanged, or not at all.
const emailClaim = z
  .string()
  .regex(/^[^\p{Cc}\p{Cs}\p{Z}\uFFFD]*$/u)
  .transform(email => (email === '' || email.length > 320 ? undefined : email))

const claimsSchema = z.object({
  sub: subject,
  exp: z.number().min(0).max(latestExpiry),
  iat: z.number().min(0).max(latestExpiry).optional(),
  email: z.union([emailClaim, z.null().transform(() => undefined)]).optional(),
  email_verified: z.unknown().optional(),
  name: z.unknown().optional(),
  phone_number: z.unknown().optional(),
  firebase: z.object({ sign_in_provider: z.string() }).optional().catch(undefined),
  idp: z.string().optional().catch(undefined),
  identity_provider: z.string().optional().catch(undefined),
})

/**
 * Reads the claims of a token whose signature, issuer, audience and time have been checked. Throws UNAUTHORIZED when `sub` or
 * `exp` is missing or invalid, when `iat` is invalid, or when the e-mail contains spaces, control characters or malformed
 * Unicode.
 */
export function identityFromClaims(claims: unknown): VerifiedToken {
  const result = claimsSchema.safeParse(claims)
  if (!result.success) throw unauthorized('invalid', result.error)
  const {
    sub,
    exp,
    iat = exp,
    email,
    email_verified,
    name,
    phone_number,
    firebase,
    idp,
    identity_provider,
  } = result.data
  return {
    identity: {
      subject: sub,
      email,
      emailVerified: email !== undefined && email_verified === true,
      name: printable(name, 100),
      phone: printable(phone_number, 50),
      issuedAt: new Date(iat * 1000),
      provider: printable(firebase?.sign_in_provider ?? idp ?? identity_provider, 100) ?? 'oidc',
    },
    expiresAt: new Date(exp * 1000),
  }
}

/**
 * Text that is displayed and never compared, such as a name: without control characters, trimmed; undefined when it is empty
 * or too long.
 */
function printable(claim: unknown, maxLength: number): string | undefined {
  if (typeof claim !== 'string') return undefined
  const text = claim.replace(/[\p{Cc}\p{Cs}]/gu, '').trim()
  return text === '' || text.length > maxLength ? undefined : text
}
