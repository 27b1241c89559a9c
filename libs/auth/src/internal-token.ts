import { jwtVerify, SignJWT } from 'jose'
import { requirePermissions } from './administrators.ts'
import { type Clock, unauthorized } from './identity.ts'

/** An administrator on whose behalf one service calls another, allowed what the call needs. */
export type Administrator = { kind: 'administrator'; adminId: string; permissions: readonly string[] }

/** Long enough for one call with its retries, too short to be worth stealing. */
const lifetimeSeconds = 45

const issuer = 'campstore'
const tokenType = 'campstore-internal+jwt'

/**
 * A token for one call to a service's internal endpoints.
 *
 * @param call.permissions those that were checked: `<section>.view` or `<section>.edit`
 * @param call.audience the service called: `booking`
 */
export async function signInternalToken(
  call: { adminId: string; permissions: readonly string[]; audience: string },
  secret: string,
  clock: Clock,
): Promise<string> {
  const now = Math.floor(clock().getTime() / 1000)
  return new SignJWT({ permissions: [...call.permissions] })
    .setProtectedHeader({ alg: 'HS256', typ: tokenType })
    .setIssuer(issuer)
    .setSubject(call.adminId)
    .setAudience(call.audience)
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeSeconds)
    .sign(new TextEncoder().encode(secret))
}

/**
 * Whom an internal call is made for.
 *
 * @param expected.permissions what the endpoint needs, all of them; edit does not imply view
 * @throws {ApiError} UNAUTHORIZED for a token that is missing, expired, for another service or not ours; FORBIDDEN where one is lacking
 */
export async function verifyInternalToken(
  token: string | undefined,
  expected: { secret: string; audience: string; permissions: readonly string[] },
  clock: Clock,
): Promise<Administrator> {
  if (token === undefined) throw unauthorized()
  const { payload } = await jwtVerify(token, new TextEncoder().encode(expected.secret), {
    algorithms: ['HS256'],
    typ: tokenType,
    issuer,
    audience: expected.audience,
    requiredClaims: ['sub', 'exp'],
    maxTokenAge: lifetimeSeconds,
    clockTolerance: 5,
    currentDate: clock(),
  }).catch(cause => {
    throw unauthorized(cause)
  })
  const { sub: adminId, permissions } = payload
  if (!adminId || !isTexts(permissions)) throw unauthorized()
  requirePermissions(permissions, expected.permissions)
  return { kind: 'administrator', adminId, permissions }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(one => typeof one === 'string')
