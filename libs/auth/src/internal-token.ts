import type { KeyObject } from 'node:crypto'
// By subpaths: the package as a whole has four times as many modules, and each process would load them.
import * as errors from 'jose/errors'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import { type Clock, unauthorized } from './identity.ts'
import type { InternalPublicKeys, InternalSigningKey } from './internal-keys.ts'
import { requirePermissions } from './permissions.ts'

/** An administrator on whose behalf one service calls another, with the permissions of that call. */
export type Administrator = { kind: 'administrator'; adminId: string; permissions: readonly string[] }

/** Long enough for one call with its retries, too short for a stolen token to be useful. */
const lifetimeSeconds = 45

const issuer = 'campstore'
const tokenType = 'campstore-internal+jwt'
const algorithm = 'Ed25519'

/**
 * A token for one call to a service's internal endpoints.
 *
 * @param call.permissions checked by the admin service: `<section>.view` or `<section>.edit`
 * @param call.audience the service that is called: `booking`
 */
export async function signInternalToken(
  call: { adminId: string; permissions: readonly string[]; audience: string },
  { key, keyId }: InternalSigningKey,
  clock: Clock,
): Promise<string> {
  const now = Math.floor(clock().getTime() / 1000)
  return new SignJWT({ permissions: [...call.permissions] })
    .setProtectedHeader({ alg: algorithm, typ: tokenType, kid: keyId })
    .setIssuer(issuer)
    .setSubject(call.adminId)
    .setAudience(call.audience)
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeSeconds)
    .sign(key)
}

/**
 * The administrator for whom an internal call is made. Throws UNAUTHORIZED for a token that is missing, expired or of the
 * future, for another service or from another signer; FORBIDDEN where a permission is missing.
 *
 * @param expected.keys public keys of the signers that are trusted
 * @param expected.permissions all permissions that the endpoint needs; edit does not imply view
 */
export async function verifyInternalToken(
  token: string | undefined,
  expected: { keys: InternalPublicKeys; audience: string; permissions: readonly string[] },
  clock: Clock,
): Promise<Administrator> {
  if (token === undefined) throw unauthorized('missing')
  const { payload } = await jwtVerify(token, findKey(expected.keys), {
    algorithms: [algorithm],
    typ: tokenType,
    issuer,
    audience: expected.audience,
    requiredClaims: ['sub', 'exp'],
    maxTokenAge: lifetimeSeconds,
    clockTolerance: 5,
    currentDate: clock(),
  }).catch(cause => {
    throw unauthorized(isAboutTime(cause) ? 'expired' : 'invalid', cause)
  })
  const { sub: adminId, permissions } = payload
  if (!adminId || !isStringArray(permissions)) throw unauthorized('invalid')
  requirePermissions([...permissions, ...paymentsBefore(permissions)], expected.permissions)
  return { kind: 'administrator', adminId, permissions }
}

/** A process of 1.0.0 names the permissions of orders and bookings together, and no others, instead of those of payments. */
const paymentsBefore = (permissions: readonly string[]): string[] =>
  ['view', 'edit'].flatMap(may => (permissions.join() === `orders.${may},bookings.${may}` ? [`payments.${may}`] : []))

/** The claims of time are checked last: everything else of the token is right. */
const isAboutTime = (error: unknown): boolean =>
  error instanceof errors.JWTExpired || (error instanceof errors.JWTClaimValidationFailed && error.claim === 'iat')

const findKey =
  (keys: InternalPublicKeys) =>
  ({ kid = '' }: { kid?: string }): KeyObject => {
    const key = keys.get(kid)
    if (!key) throw unauthorized('invalid')
    return key
  }

const isStringArray = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(item => typeof item === 'string')
