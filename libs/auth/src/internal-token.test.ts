import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { createInternalKeys } from './internal-keys.ts'
import { signInternalToken, verifyInternalToken } from './internal-token.ts'

const { signingKey, publicKeys: keys } = createInternalKeys()
const call = { adminId: 'admin-1', permissions: ['bookings.edit'], audience: 'booking' }
const expected = { keys, audience: 'booking', permissions: ['bookings.edit'] }
const at = (time: string) => () => new Date(`2026-11-20T${time}Z`)
const now = at('08:00:00.500')

const refused = (code: string) => expect.objectContaining({ code })

/** The claims of a good token, to be signed in another way. */
const claimed = ({ alg = 'Ed25519', typ = 'campstore-internal+jwt', expiry = '08:00:45' } = {}) =>
  new SignJWT({ permissions: call.permissions })
    .setProtectedHeader({ alg, typ, kid: signingKey.keyId })
    .setIssuer('campstore')
    .setSubject(call.adminId)
    .setAudience('booking')
    .setIssuedAt(now())
    .setExpirationTime(at(expiry)())

test('a token has the administrator and the permissions of the call', async () => {
  const token = await signInternalToken(call, signingKey, now)
  await expect(verifyInternalToken(token, expected, now)).resolves.toEqual({
    kind: 'administrator',
    adminId: 'admin-1',
    permissions: ['bookings.edit'],
  })
})

test('a token of 08:00:00 is valid for 45 s, and 5 s on both sides; before, it is of the future, and later it has expired', async () => {
  const token = await signInternalToken(call, signingKey, now)
  const verify = (time: string) => verifyInternalToken(token, expected, at(time))
  for (const time of ['07:59:55', '08:00:49']) await expect(verify(time)).resolves.toBeDefined()
  for (const time of ['07:59:54', '08:00:51']) await expect(verify(time)).rejects.toThrow(refused('UNAUTHORIZED'))
})

const other = createInternalKeys().signingKey
test.each<[string, () => Promise<string>]>([
  ['without a subject', () => signInternalToken({ ...call, adminId: '' }, signingKey, now)],
  ['of our key for another purpose', () => claimed({ typ: 'JWT' }).sign(signingKey.key)],
  ['of another key under the id of ours', () => signInternalToken(call, { ...other, keyId: signingKey.keyId }, now)],
])('a token %s is refused', async (_, token) => {
  await expect(verifyInternalToken(await token(), expected, now)).rejects.toThrow(refused('UNAUTHORIZED'))
})

test('a token older than the limit is refused, whatever its expiry', async () => {
  const token = await claimed({ expiry: '23:00:00' }).sign(signingKey.key)
  await expect(verifyInternalToken(token, expected, at('08:02:00'))).rejects.toThrow(refused('UNAUTHORIZED'))
})
