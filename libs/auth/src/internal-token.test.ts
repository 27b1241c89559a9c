import { SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { signInternalToken, verifyInternalToken } from './internal-token.ts'

const secret = 'a-secret-of-the-services'
const call = { adminId: 'admin-1', permissions: ['bookings.edit'], audience: 'booking' }
const expected = { secret, audience: 'booking', permissions: ['bookings.edit'] }
const at = (time: string) => () => new Date(`2026-11-20T${time}Z`)
const now = at('08:00:00.500')

const refused = (code: string) => expect.objectContaining({ code })

test('a service learns for whom it is called, and what was allowed', async () => {
  const token = await signInternalToken(call, secret, now)
  await expect(verifyInternalToken(token, expected, now)).resolves.toEqual({
    kind: 'administrator',
    adminId: 'admin-1',
    permissions: ['bookings.edit'],
  })
})

test('a token serves for half a minute', async () => {
  const token = await signInternalToken(call, secret, now)
  await expect(verifyInternalToken(token, expected, at('08:00:30'))).resolves.toBeDefined()
})

test('a minute later it has expired', async () => {
  const token = await signInternalToken(call, secret, now)
  await expect(verifyInternalToken(token, expected, at('08:01:00'))).rejects.toThrow(refused('UNAUTHORIZED'))
})

test('a call without a token is refused', async () => {
  await expect(verifyInternalToken(undefined, expected, now)).rejects.toThrow(refused('UNAUTHORIZED'))
})

test('a token for another service is refused', async () => {
  const token = await signInternalToken({ ...call, audience: 'checkout' }, secret, now)
  await expect(verifyInternalToken(token, expected, now)).rejects.toThrow(refused('UNAUTHORIZED'))
})

test('a token signed with another secret is refused', async () => {
  const token = await signInternalToken(call, 'a-secret-of-somebody-else', now)
  await expect(verifyInternalToken(token, expected, now)).rejects.toThrow(refused('UNAUTHORIZED'))
})

test('an unsigned token is refused', async () => {
  const token = new UnsecuredJWT({ permissions: call.permissions, sub: call.adminId })
    .setIssuer('campstore')
    .setAudience('booking')
    .setIssuedAt(now())
    .setExpirationTime(at('08:00:45')())
    .encode()
  await expect(verifyInternalToken(token, expected, now)).rejects.toThrow(refused('UNAUTHORIZED'))
})

test('a token that would outlive the limit is refused, whatever it says of itself', async () => {
  const token = await new SignJWT({ permissions: call.permissions })
    .setProtectedHeader({ alg: 'HS256', typ: 'campstore-internal+jwt' })
    .setIssuer('campstore')
    .setSubject(call.adminId)
    .setAudience('booking')
    .setIssuedAt(now())
    .setExpirationTime(at('23:00:00')())
    .sign(new TextEncoder().encode(secret))
  await expect(verifyInternalToken(token, expected, at('08:02:00'))).rejects.toThrow(refused('UNAUTHORIZED'))
})

test('a token for another permission is not enough', async () => {
  const token = await signInternalToken({ ...call, permissions: ['bookings.view'] }, secret, now)
  await expect(verifyInternalToken(token, expected, now)).rejects.toThrow(refused('FORBIDDEN'))
})

test('an endpoint that needs two permissions gets both, or nothing', async () => {
  const both = ['closures.view', 'bookings.view']
  const outcomes = [both, ['closures.view'], ['bookings.view'], []].map(async permissions => {
    const token = await signInternalToken({ ...call, permissions }, secret, now)
    return verifyInternalToken(token, { ...expected, permissions: both }, now).then(
      administrator => administrator.permissions,
      error => error.code,
    )
  })
  expect(await Promise.all(outcomes)).toEqual([both, 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'])
})

test('edit does not imply view', async () => {
  const token = await signInternalToken(call, secret, now)
  const viewing = { ...expected, permissions: ['bookings.view'] }
  await expect(verifyInternalToken(token, viewing, now)).rejects.toThrow(refused('FORBIDDEN'))
})

test('what is no token at all is refused', async () => {
  for (const token of ['', 'a', 'a.b.c']) {
    await expect(verifyInternalToken(token, expected, now)).rejects.toThrow(refused('UNAUTHORIZED'))
  }
})

test('a token that names nobody is refused', async () => {
  const token = await signInternalToken({ ...call, adminId: '' }, secret, now)
  await expect(verifyInternalToken(token, expected, now)).rejects.toThrow(refused('UNAUTHORIZED'))
})

test('a token of our secret for another purpose is refused', async () => {
  const token = await new SignJWT({ permissions: call.permissions })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('campstore')
    .setSubject('admin-1')
    .setAudience('booking')
    .setIssuedAt(now())
    .setExpirationTime(at('08:00:45')())
    .sign(new TextEncoder().encode(secret))
  await expect(verifyInternalToken(token, expected, now)).rejects.toThrow(refused('UNAUTHORIZED'))
})
