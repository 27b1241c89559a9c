import { createMemberDirectory, requireActiveCustomer } from '@campstore/auth/members'
import { newId } from '@campstore/core/new-id'
import { unique } from '@campstore/testing/rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { startMeFixture } from '../src/testing/me-fixture.ts'

// docs/contract/admin.md#customers, docs/contract/resources.md#customer, docs/contract/states.md#customer: the internal endpoints of the administration.
// Invalid requests are in test/bad-requests.
const path = '/internal/me/customers'
const fixture = useFixture(startMeFixture)

const at = (customerId: string, action = '') => `${path}/${customerId}${action}`
const dataOf = async (customerId: string) => (await fixture.administrator().get(at(customerId))).data
const list = (query: string) => fixture.administrator().get(`${path}?${query}`)

const listed = ({ customerId: id, name, email }: { customerId: string; name: string; email: string }) => ({
  id,
  name,
  email,
  phone: null,
  status: 'active',
  tier: 'bronze',
  tierName: 'Bronze',
  points: 0,
  authProvider: 'password',
  firebaseUidBound: true,
  registeredAt: '2026-01-01T00:00:00.000Z',
  firstPurchaseUsed: false,
  totalSpent: '0.00',
  tags: [],
})

test('the list shows a customer with tags by name, and the detail adds the rest', async () => {
  const preferences = { interests: ['hiking'], newsletter: true }
  const address = { recipientName: '王小明', phone: '0912', address: '台北市' }
  const member = await fixture.member({
    name: unique('Entry'),
    preferences: JSON.stringify(preferences),
    default_shipping_address: JSON.stringify(address),
    birthday: '1990-02-28',
    updated_at: '2026-03-01T00:00:00Z',
  })
  const [b, a] = [await fixture.scenario.tag('B'), await fixture.scenario.tag('A')]
  await fixture.scenario.tagged(member, b, a)
  const item = { ...listed(member), tags: [a, b] }
  expect((await list(`q=${member.name}`)).body).toEqual({
    success: true,
    data: [item],
    meta: { page: 0, size: 20, totalElements: 1, totalPages: 1 },
  })
  expect(await dataOf(member.customerId)).toEqual({
    ...item,
    birthday: '1990-02-28',
    updatedAt: '2026-03-01T00:00:00.000Z',
    statusReason: null,
    preferences,
    defaultShippingAddress: address,
    recentOrders: [],
    recentBookings: [],
  })
})

test('recentOrders and recentBookings: the five newest of the customer as list items, newest first', async () => {
  const [member, stranger] = [await fixture.member(), await fixture.member()]
  const bookings: string[] = []
  for (const minute of [1, 2, 3, 4, 5, 6]) {
    const at = `2026-11-20T07:0${minute}:00.000Z`
    await fixture.scenario.order(member, { placed_at: at })
    bookings.unshift(await fixture.scenario.paidBooking(member, { created_at: at }))
  }
  await fixture.scenario.order(stranger)
  await fixture.scenario.paidBooking(stranger)
  const own = (await member.client.get('/api/me/orders')).data as object[]
  const { recentOrders, recentBookings } = (await dataOf(member.customerId)) as Record<string, object[]>
  expect(recentOrders).toEqual(own.slice(0, 5))
  expect(recentBookings).toMatchObject(bookings.slice(0, 5).map(bookingId => ({ bookingId })))
  expect(recentBookings?.[0]).toEqual({
    bookingId: bookings[0],
    status: 'pending',
    paymentStatus: 'paid',
    campgroundName: '雲海營地',
    region: '南投縣',
    checkIn: '2026-12-07',
    checkOut: '2026-12-09',
    arrivalTime: null,
    guestCount: 2,
    finalAmount: '2400.00',
    createdAt: '2026-11-20T07:06:00.000Z',
  })
})

test.each(['0912345678', '0912-345-678', ' 0912 345', '+886 912 345 678', '912345'])(
  'q = %j finds a phone number that is written in another way',
  async q => {
    const written = await Promise.all(
      ['0912 345 678', '+886-912-345-678'].map(phone => fixture.member({ name: unique('Phone'), phone })),
    )
    await fixture.member({ phone: '0912 345 999' })
    const found = (await list(`q=${encodeURIComponent(q)}&size=100`)).data as { id: string; phone: string }[]
    const ids = found.map(({ id }) => id)
    for (const { customerId } of written) expect(ids).toContain(customerId)
    if (!q.endsWith('345')) for (const { phone } of found) expect(phone).not.toBe('0912 345 999')
  },
)

test.each(['91234', '0912345678x'])('q = %j is not a phone number', async q => {
  await fixture.member({ phone: '0912 345 678' })
  expect((await list(`q=${q}`)).data).toEqual([])
})

const editor = () => fixture.administrator('customers.edit')
const change = (customerId: string, body: unknown) => editor().send('PATCH', at(customerId), { body })
const now = '2026-11-20T08:00:00.000Z'

describe('PATCH …/customers/{id}', () => {
  test('changes what is sent, and nothing else', async () => {
    const { customerId } = await fixture.member({ phone: '02', birthday: '1980-01-01', points: 7 })
    const before = await dataOf(customerId)
    for (const body of [{ points: 2_147_483_647 }, { name: 'Ann', phone: null, birthday: '1999-12-31', points: 5 }]) {
      const answer = await change(customerId, body)
      expect([answer.status, answer.data]).toEqual([200, { ...(before as object), ...body, updatedAt: now }])
      expect(await dataOf(customerId)).toEqual(answer.data)
    }
  })

  test('a concurrent purchase is not overwritten', async () => {
    const { customerId } = await fixture.member()
    const bookingId = await fixture.scenario.paidBooking({ customerId }, { final_amount: '12000.00' })
    const changes = Array.from({ length: 10 }, (_, points) => change(customerId, { points }))
    await fixture.tell('booking.paid', bookingId)
    await fixture.outcomes(bookingId)
    await Promise.all(changes)
    expect(await dataOf(customerId)).toMatchObject({ totalSpent: '12000.00', tier: 'silver', firstPurchaseUsed: true })
  })
})

describe('POST …/suspend and …/reactivate', () => {
  test('lifecycle: active + suspend -> suspended, and the detail is returned', async () => {
    const { customerId } = await fixture.member()
    const before = await dataOf(customerId)
    const answer = await editor().post(at(customerId, '/suspend'))
    expect(answer.status).toBe(200)
    expect(answer.data).toEqual({ ...(before as object), status: 'suspended', updatedAt: now })
    expect(await dataOf(customerId)).toEqual(answer.data)
  })

  test('the reason is shown as statusReason until the customer is reactivated', async () => {
    const { customerId } = await fixture.member()
    const suspended = await editor().post(at(customerId, '/suspend'), { reason: ' Did not pay ' })
    expect(suspended).toMatchObject({ status: 200, data: { status: 'suspended', statusReason: 'Did not pay' } })
    expect(await editor().post(at(customerId, '/reactivate'))).toMatchObject({ data: { statusReason: null } })
    expect(await editor().post(at(customerId, '/suspend'), {})).toMatchObject({ data: { statusReason: null } })
  })

  test('lifecycle: suspended + reactivate -> active', async () => {
    const { customerId } = await fixture.member({ status: 'suspended' })
    expect(await editor().post(at(customerId, '/reactivate'))).toMatchObject({ data: { status: 'active' } })
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
