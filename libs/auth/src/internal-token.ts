import { ApiError } from '@campstore/contract/errors'
import { jwtVerify, SignJWT } from 'jose'
import { type Clock, unauthorized } from './identity.ts'

/** An administrator on whose behalf one service calls another, allowed one thing. */
export type Administrator = { kind: 'administrator'; adminId: string; permission: string }

/** Long enough for one call with its retries, too short to be worth stealing. */
const lifetimeSeconds = 45

const issuer = 'campstore'
const tokenType = 'campstore-internal+jwt'

/**
 * A token for one call to a service's internal endpoints.
 *
 * @param call.permission the one permission that was checked, `<section>.view` or `<section>.edit`
 * @param call.audience the service called: `booking`
 */
export async function signInternalToken(
  call: { adminId: string; permission: string; audience: string },
  secret: string,
  clock: Clock,
): Promise<string> {
  const now = Math.floor(clock().getTime() / 1000)
  return new SignJWT({ permission: call.permission })
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
 * @param expected.permission what the endpoint needs; edit does not imply view
 * @throws {ApiError} UNAUTHORIZED for a token that is missing, expired, for another service or not ours; FORBIDDEN for another permission
 */
export async function verifyInternalToken(
  token: string | undefined,
  expected: { secret: string; audience: string; permission: string },
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
  const { sub: adminId, permission } = payload
  if (!adminId || typeof permission !== 'string') throw unauthorized()
  if (permission !== expected.permission)
    throw new ApiError('FORBIDDEN', `This needs the permission ${expected.permission}`)
  return { kind: 'administrator', adminId, permission }
}
