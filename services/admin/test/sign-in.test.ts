import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { startAdminFixture } from '../src/testing/admin-fixture.ts'

// Who is an administrator, and how an account is bound (docs/contract/authentication.md#administrators, #session-exchange).
const fixture = useFixture(startAdminFixture)

const session = '/api/admin/auth/firebase/session'
const notWhitelisted = { status: 403, code: 'ADMIN_NOT_WHITELISTED' }
const inactive = { status: 403, code: 'ADMIN_INACTIVE' }
const unauthorized = { status: 401, code: 'UNAUTHORIZED' }

const tokenOf = (claims: { subject: string; email?: string; verified?: boolean; forged?: boolean }) =>
  fixture.issuer.token({ ...claims, issuedAt: fixture.clock.now() })
const exchange = async (claims: Parameters<typeof tokenOf>[0]) =>
  fixture.anyone.post(session, { idToken: await tokenOf(claims) })
const withToken = async (claims: Parameters<typeof tokenOf>[0]) =>
  fixture.anyone.get('/api/admin/permissions', { authorization: `Bearer ${await tokenOf(claims)}` })
const uidOf = async (id: string) =>
  (await fixture.owner.query('select firebase_uid from admin.account where id = $1', [id])).rows[0]?.firebase_uid

describe.each([
  ['the session exchange', exchange],
  ['any other request', withToken],
])('%s', (_, ask) => {
  test('a bound subject needs no e-mail; a forged token: UNAUTHORIZED', async () => {
    const { subject } = await fixture.staff()
    expect(await ask({ subject })).toMatchObject({ status: 200 })
    const answer = await ask({ subject, forged: true })
    expect(answer).toMatchObject(unauthorized)
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/)
  })

  const strangers: [string, (email: string) => object][] = [
    ['an e-mail that is not verified', email => ({ email, verified: false })],
    ['a look-alike of the e-mail', email => ({ email: email.replace('k', '\u212A') })],
    ['another e-mail', () => ({ email: 'stranger@example.com' })],
  ]
  test.each(strangers)('%s does not bind: ADMIN_NOT_WHITELISTED', async (_, claimsOf) => {
    const { id, email } = await fixture.staff({ firebase_uid: null, email: `kim-${Math.random()}@campstore.test` })
    expect(await ask({ subject: `new-${id}`, ...claimsOf(email) })).toMatchObject(notWhitelisted)
    expect(await uidOf(id)).toBeNull()
  })

  test('a second subject with the e-mail of a bound account: ADMIN_NOT_WHITELISTED', async () => {
    const { id, email, subject } = await fixture.staff()
    expect(await ask({ subject: `second-${id}`, email })).toMatchObject(notWhitelisted)
    expect(await uidOf(id)).toBe(subject)
  })

  test('a deactivated account: ADMIN_INACTIVE, bound or not', async () => {
    const bound = await fixture.staff({ active: false })
    const unbound = await fixture.staff({ active: false, firebase_uid: null })
    expect(await ask(bound)).toMatchObject(inactive)
    expect(await ask({ subject: `new-${unbound.id}`, email: unbound.email })).toMatchObject(inactive)
  })

  test('five first requests of one subject at once bind the unbound account with the verified e-mail, in any case', async () => {
    const { id, email } = await fixture.staff({ firebase_uid: null })
    const claims = { subject: `new-${id}`, email: email.toUpperCase() }
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(claims)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await uidOf(id)).toBe(`new-${id}`)
  })
})

test('the session is the account with its permissions; binding it has an audit entry', async () => {
  const overrides = { products: { view: true, edit: true }, bookings: { view: false, edit: false } }
  const { id, email } = await fixture.staff({ role: 'warehouse', firebase_uid: null, overrides })
  const subject = `new-${id}`
  const { status, data } = await exchange({ subject, email })
  const account = { id, email, role: 'warehouse', firebaseUid: subject, permissionOverrides: overrides }
  const permissions =
    'orders.view orders.edit products.view products.edit inventory.view inventory.edit campgrounds.view'
  const shown = { ...account, effectivePermissions: permissions.split(' '), updatedAt: '2026-11-20T08:00:00.000Z' }
  expect([status, data]).toMatchObject([200, shown])
  expect((await fixture.as({ subject, email }).get('/api/admin/me')).data).toEqual(data)
  const bound = { admin_id: id, action: 'bindAccount', outcome: 'succeeded', client_address: '127.0.0.1' }
  const states = { state_before: { firebaseUid: null }, state_after: { firebaseUid: subject } }
  expect(await fixture.auditEntries({ target_id: id })).toMatchObject([{ ...bound, ...states }])
})
