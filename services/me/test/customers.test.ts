import type { AdminCustomerDetail } from '@campstore/contract/admin/customers'
import { unique } from '@campstore/testing/rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { startMeFixture } from '../src/testing/me-fixture.ts'

// docs/contract/admin.md#customers, docs/contract/states.md#customer: the internal endpoints of the administration.
// Invalid requests are in test/bad-requests.
const path = '/internal/me/customers'
const fixture = useFixture(startMeFixture)

const at = (customerId: string, action = '') => `${path}/${customerId}${action}`
const dataOf = async (customerId: string) => (await fixture.administrator().get(at(customerId))).data
const list = (query: string) => fixture.administrator().get(`${path}?${query}`)

const listed = ({ customerId: id, name, email }: { customerId: string; name: string; email: string }) => {
  const account = { status: 'active', authProvider: 'password', firebaseUidBound: true, tags: [] }
  const spending = { tier: 'bronze', tierName: 'Bronze', points: 0, firstPurchaseUsed: false, totalSpent: '0.00' }
  return { id, name, email, phone: null, ...account, ...spending, registeredAt: '2026-01-01T00:00:00.000Z' }
}

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
    joinedInto: null,
    sameEmail: [],
    preferences,
    defaultShippingAddress: address,
    recentOrders: [],
    recentBookings: [],
    notes: [],
  })
})

test('notes of a customer, newest first; a join takes them along, and a joined customer gets no more', async () => {
  const [member, other] = [await fixture.member(), await fixture.member()]
  const note = (id: string, text: string) => editor().post(at(id, '/notes'), { text })
  const by = { id: 'admin-1', name: null }
  expect(await note(other.customerId, 'Calls back on Monday')).toMatchObject({
    status: 200,
    data: { notes: [{ text: 'Calls back on Monday', at: now, by }] },
  })
  await editor().post(at(member.customerId, '/join'), { otherId: other.customerId })
  const { data } = await note(member.customerId, 'Is the same person')
  const texts = (data as AdminCustomerDetail).notes.map(({ text }) => text)
  expect(texts).toEqual(['Is the same person', 'Calls back on Monday'])
  expect((await note(other.customerId, 'Too late')).code).toBe('CONFLICT')
  const [first] = (data as AdminCustomerDetail).notes
  const removal = await editor().delete(at(member.customerId, `/notes/${first?.id}`))
  expect(removal.status).toBe(204)
  expect(await dataOf(member.customerId)).toMatchObject({ notes: [{ text: 'Calls back on Monday' }] })
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
  const state = { bookingId: bookings[0], status: 'pending', paymentStatus: 'paid', finalAmount: '2400.00' }
  const stay = { checkIn: '2026-12-07', checkOut: '2026-12-09', arrivalTime: null, guestCount: 2 }
  const place = { campgroundName: '雲海營地', region: '南投縣' }
  expect(recentBookings?.[0]).toEqual({ ...state, ...place, ...stay, createdAt: '2026-11-20T07:06:00.000Z' })
})

const editor = () => fixture.administrator('customers.edit')
const change = (customerId: string, body: unknown) => editor().patch(at(customerId), body)
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

test('POST …/suspend and …/reactivate: the detail is returned; the reason is shown as statusReason until the customer is reactivated', async () => {
  const { customerId } = await fixture.member()
  const suspended = await editor().post(at(customerId, '/suspend'), { reason: ' Did not pay ' })
  const data = { status: 'suspended', statusReason: 'Did not pay', updatedAt: now }
  expect(suspended).toMatchObject({ status: 200, data })
  expect(await dataOf(customerId)).toEqual(suspended.data)
  expect(await editor().post(at(customerId, '/reactivate'))).toMatchObject({ data: { statusReason: null } })
  expect(await editor().post(at(customerId, '/suspend'), {})).toMatchObject({ data: { statusReason: null } })
})

// docs/contract/admin.md#join
describe('POST …/join', () => {
  const join = (id: string, otherId: string) => editor().post(at(id, '/join'), { otherId })
  const idsAt = async (path: string, { client }: { client: { get(path: string): Promise<{ data?: unknown }> } }) =>
    ((await client.get(path)).data as { id: string }[]).map(({ id }) => id)

  const idOf = async (changes = {}) => (await fixture.member(changes)).customerId

  test('orders, bookings, claims, points and spending move, and the other one is suspended with joinedInto', async () => {
    const [member, other] = [await fixture.member({ points: 3 }), await fixture.member({ points: 4, phone: '02' })]
    const [orderId, bookingId] = [await fixture.scenario.paidOrder(other), await fixture.scenario.paidBooking(other)]
    await fixture.scenario.refund('order', orderId, '100.00')
    await fixture.owner.query('update checkout.refund set customer_id = $1', [other.customerId])
    const own = await fixture.scenario.order(member)
    const { id: claimId } = await fixture.scenario.claim(other)
    await Promise.all([fixture.tell('order.paid', orderId), fixture.tell('booking.paid', bookingId)])
    await Promise.all([fixture.outcomes(orderId), fixture.outcomes(bookingId)])
    const answer = await join(member.customerId, other.customerId)
    expect(answer).toMatchObject({
      status: 200,
      data: { points: 7, phone: '02', totalSpent: '3300.00', firstPurchaseUsed: true, recentBookings: [{ bookingId }] },
    })
    expect(await dataOf(member.customerId)).toEqual(answer.data)
    expect(await idsAt('/api/me/orders', member)).toEqual(expect.arrayContaining([own, orderId]))
    expect(await idsAt('/api/me/coupons', member)).toEqual([claimId])
    const joined = { status: 'suspended', joinedInto: member.customerId, recentOrders: [], recentBookings: [] }
    const nothing = { points: 0, totalSpent: '0.00', firstPurchaseUsed: false }
    expect(await dataOf(other.customerId)).toMatchObject({ ...joined, ...nothing })
    expect(await change(other.customerId, { points: 1 })).toMatchObject({ status: 409, code: 'CONFLICT' })
    // As a suspended customer: it reads its own data, which are gone.
    expect(await idsAt('/api/me/orders', other)).toEqual([])
    const refunded = 'select customer_id from checkout.refund where target_id = $1'
    expect((await fixture.owner.query(refunded, [orderId])).rows).toEqual([{ customer_id: member.customerId }])
    await fixture.tell('order.paid', orderId)
    expect(await fixture.outcomes(orderId, 2)).toEqual(['recorded', 'repeated'])
  })

  test('of two claims on one coupon, one remains; two that are on orders stay where they are', async () => {
    const [member, other] = [await fixture.member(), await fixture.member()]
    const claims = []
    for (const [mine, theirs] of [
      ['available', 'available'],
      ['available', 'used'],
      ['used', 'used'],
    ] as const) {
      const coupon_id = await fixture.scenario.coupon()
      const claim = async (customer: { customerId: string }, status: string) => {
        const order_id = status === 'used' ? await fixture.scenario.order(customer) : null
        return (await fixture.scenario.claim(customer, { coupon_id, status, order_id })).id
      }
      claims.push([await claim(member, mine), await claim(other, theirs)])
    }
    await join(member.customerId, other.customerId)
    const [[first], [, second], [third, fourth]] = claims as [[number, number], [number, number], [number, number]]
    expect((await idsAt('/api/me/coupons', member)).toSorted()).toEqual([first, second, third].toSorted())
    expect(await idsAt('/api/me/coupons', other)).toEqual([fourth])
  })

  test('an imported customer without a uid gets the sign-in of the other one', async () => {
    const email = `${unique('same')}@members.test`
    const old = await fixture.member({ firebase_uid: null, email, points: 500 })
    const { customerId, client } = await fixture.member({ email, email_verified: false })
    const orderId = await fixture.scenario.order({ customerId })
    expect(await dataOf(old.customerId)).toMatchObject({ sameEmail: [customerId] })
    expect(await dataOf(customerId)).toMatchObject({ sameEmail: [old.customerId] })
    await join(old.customerId, customerId)
    expect(await dataOf(old.customerId)).toMatchObject({ firebaseUidBound: true, points: 500, sameEmail: [] })
    expect(await dataOf(customerId)).toMatchObject({ firebaseUidBound: false, email: '', sameEmail: [] })
    expect(await idsAt('/api/me/orders', { client })).toEqual([orderId])
  })

  test('refused: itself, unknown, deleted, joined already, joined into; repeated: what came since', async () => {
    const [a, b, c, d] = [await idOf(), await idOf(), await idOf(), await idOf()]
    const { customerId: deleted } = await fixture.member({ status: 'deleted' })
    expect(await join(a, a)).toMatchObject({ code: 'CONFLICT', message: 'otherId must be another customer.' })
    expect(await join(a, 'unknown')).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    const refused = { status: 409 }
    expect([await join(a, deleted), await join(deleted, a)]).toMatchObject([refused, refused])
    expect(await join(a, b)).toMatchObject({ status: 200 })
    expect([await join(c, b), await join(b, c)]).toMatchObject([refused, refused])
    expect([await join(b, a), await join(c, a)]).toMatchObject([refused, refused])
    expect(await editor().post(at(b, '/reactivate'))).toMatchObject({ status: 409 })
    const late = await fixture.scenario.order({ customerId: b })
    expect(await join(a, b)).toMatchObject({ status: 200, data: { recentOrders: [{ id: late }] } })
    expect(await join(a, d)).toMatchObject({ status: 200 })
  })

  test('at once with payments, with a suspension and the other way round: nothing is lost, one way wins', async () => {
    const [a, b] = [await idOf({ points: 10 }), await idOf({ points: 10 })]
    const orders = []
    for (let n = 0; n < 10; n += 1) orders.push(await fixture.scenario.paidOrder({ customerId: n % 2 ? a : b }))
    const told = Promise.all(orders.map(id => fixture.tell('order.paid', id)))
    const answers = await Promise.all([join(a, b), join(b, a), editor().post(at(b, '/suspend')), join(a, b)])
    await told
    await Promise.all(orders.map(id => fixture.outcomes(id)))
    for (const { status } of answers) expect([200, 409]).toContain(status)
    const [first, second] = [await dataOf(a), await dataOf(b)] as { joinedInto: string | null }[]
    const [remaining, joined] = first?.joinedInto ? [second, first] : [first, second]
    expect(remaining).toMatchObject({ points: 20, totalSpent: '11000.00', joinedInto: null })
    expect(joined).toMatchObject({ points: 0, totalSpent: '0.00', status: 'suspended' })
  })
})
