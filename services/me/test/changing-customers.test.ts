import { createMemberDirectory, requireActiveCustomer } from '@campstore/auth/members'
import { newId } from '@campstore/core/new-id'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bookingPaid, type MeFixture, startMeFixture } from '../src/testing/me-fixture.ts'

// docs/contract/admin.md#customers, docs/contract/states.md#customer: the internal endpoints of the administration.
// Invalid requests are in test/bad-requests.
let fixture: MeFixture
beforeAll(async () => {
  fixture = await startMeFixture()
})
afterAll(() => fixture.stop())
afterEach(() => fixture.clock.set('2026-11-20T08:00:00.000Z'))

const at = (customerId: string, action = '') => `/internal/me/customers/${customerId}${action}`
const editor = () => fixture.administrator('customers.edit')
const change = (customerId: string, body: unknown) => editor().send('PATCH', at(customerId), { body })
const detail = async (customerId: string) => (await fixture.administrator().get(at(customerId))).data
const conflict = { status: 409, code: 'CONFLICT' }
const refused = { status: 400, code: 'VALIDATION_ERROR' }
const now = '2026-11-20T08:00:00.000Z'

describe('PATCH …/customers/{id}', () => {
  test.each([
    { name: '林美華' },
    { phone: '0912-345-678' },
    { phone: null },
    { birthday: '2000-02-29' },
    { birthday: null },
    { points: 0 },
    { points: 2_147_483_647 },
    { name: 'Ann', phone: null, birthday: '1999-12-31', points: 5 },
  ])('%o changes that, and nothing else', async body => {
    const { customerId } = await fixture.member({ phone: '02', birthday: '1980-01-01', points: 7 })
    const before = await detail(customerId)
    const answer = await change(customerId, body)
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.data).toEqual({ ...(before as object), ...body, updatedAt: now })
    expect(await detail(customerId)).toEqual(answer.data)
  })

  test('a name is trimmed', async () => {
    const { customerId } = await fixture.member()
    expect(await change(customerId, { name: '  Ann  ' })).toMatchObject({ data: { name: 'Ann' } })
  })

  test('a name has at most 100 letters', async () => {
    const { customerId } = await fixture.member()
    expect(await change(customerId, { name: 'n'.repeat(100) })).toMatchObject({ status: 200 })
    expect(await change(customerId, { name: 'n'.repeat(101) })).toMatchObject(refused)
  })

  test('an invalid body is refused before an unknown customer', async () => {
    expect(await change('unknown', { points: -1 })).toMatchObject(refused)
    expect(await change('unknown', { points: 1 })).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test('a concurrent purchase is not overwritten', async () => {
    const { customerId } = await fixture.member()
    const bookingId = `booking-of-${customerId}`
    await fixture.scenario.paidBooking({ customerId }, { id: bookingId, final_amount: '12000.00' })
    const changes = Array.from({ length: 10 }, (_, points) => change(customerId, { points }))
    await fixture.publish(bookingPaid(bookingId, { customerId, amount: '12000.00' }))
    await fixture.outcomes(bookingId)
    await Promise.all(changes)
    expect(await detail(customerId)).toMatchObject({ totalSpent: '12000.00', tier: 'silver', firstPurchaseUsed: true })
  })

  test('concurrent changes of different fields are both kept', async () => {
    const { customerId } = await fixture.member()
    await Promise.all([change(customerId, { points: 99 }), change(customerId, { name: 'Ann' })])
    expect(await detail(customerId)).toMatchObject({ points: 99, name: 'Ann' })
  })
})

describe('POST …/suspend and …/reactivate', () => {
  test('lifecycle: active + suspend -> suspended, and the detail is returned', async () => {
    const { customerId } = await fixture.member()
    const before = await detail(customerId)
    const answer = await editor().post(at(customerId, '/suspend'))
    expect(answer.status).toBe(200)
    expect(answer.data).toEqual({ ...(before as object), status: 'suspended', updatedAt: now })
    expect(await detail(customerId)).toEqual(answer.data)
  })

  test('lifecycle: suspended + reactivate -> active', async () => {
    const { customerId } = await fixture.member({ status: 'suspended' })
    expect(await editor().post(at(customerId, '/reactivate'))).toMatchObject({ data: { status: 'active' } })
  })

  test.each([
    ['suspended', 'suspend'],
    ['deleted', 'suspend'],
    ['active', 'reactivate'],
    ['deleted', 'reactivate'],
  ])('lifecycle: %s + %s: CONFLICT, and nothing changes', async (status, action) => {
    const { customerId } = await fixture.member({ status })
    const before = await detail(customerId)
    expect(await editor().post(at(customerId, `/${action}`))).toMatchObject(conflict)
    expect(await detail(customerId)).toEqual(before)
  })

  test.each(['suspend', 'reactivate'])('%s of an unknown customer: NOT_FOUND', async action => {
    expect(await editor().post(at('unknown', `/${action}`))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test('of two concurrent suspensions, one is refused', async () => {
    const { customerId } = await fixture.member()
    const answers = await Promise.all([1, 2].map(() => editor().post(at(customerId, '/suspend'))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('a suspension takes effect with the next request, in every service', async () => {
    const { customerId, subject, client } = await fixture.member()
    const pool = fixture.database.pool('booking')
    const directory = createMemberDirectory({ pool, newId, clock: fixture.clock.now })
    const identity = { subject, email: undefined, emailVerified: false, name: undefined, provider: 'password' }
    const mayWrite = async () => requireActiveCustomer(await directory.resolve(identity))
    await mayWrite()
    await editor().post(at(customerId, '/suspend'))
    await expect(mayWrite()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await client.get('/api/me/orders')).toMatchObject({ status: 200 })
    await editor().post(at(customerId, '/reactivate'))
    await mayWrite()
  })
})

test.each([
  ['PATCH', ''],
  ['POST', '/suspend'],
  ['POST', '/reactivate'],
])('%s %s needs customers.edit, not customers.view, and that is checked before the body', async (method, action) => {
  const { customerId } = await fixture.member()
  const sending = { body: { nonsense: true } }
  const viewer = fixture.administrator('customers.view')
  expect(await viewer.send(method, at(customerId, action), sending)).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  expect(await fixture.anyone.send(method, at(customerId, action), sending)).toMatchObject({ status: 401 })
  expect(await detail(customerId)).toMatchObject({ status: 'active' })
})

test('staff cannot create, delete or restore a customer', async () => {
  const { customerId } = await fixture.member()
  expect(await editor().send('DELETE', at(customerId))).toMatchObject({ status: 405 })
  expect(await editor().post('/internal/me/customers', {})).toMatchObject({ status: 405 })
  expect(await editor().post(at(customerId, '/restore'))).toMatchObject({ status: 404 })
})
