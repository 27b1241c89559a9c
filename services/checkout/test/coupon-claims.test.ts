import type { Queryable } from '@campstore/database/database'
import { countWaiting, delayRequests } from '@campstore/testing/delayed-transaction'
import { unique } from '@campstore/testing/rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { checkoutOf, sessionsPath, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

// Listing and revoking claims, and the cost of coupons (docs/contract/admin.md#claims, #coupon-report).
const fixture = useFixture(startCheckoutFixture)

const conflict = { status: 409, code: 'CONFLICT' }
const takeBack = (couponId: string, claimId: number | string) =>
  fixture.administrator('coupons.edit').delete(`/internal/checkout/coupons/${couponId}/claims/${claimId}`)
const list = async (couponId: string) =>
  (
    await fixture
      .administrator(['coupons.view', 'customers.view'])
      .get(`/internal/checkout/coupon-claims?couponId=${couponId}`)
  ).data

/** A customer with a claim on a coupon of ten per cent, and their cart. */
async function claimed(couponId?: string) {
  const member = await fixture.member({ name: '林美' })
  const coupon = couponId ?? (await fixture.scenario.coupon())
  const claimId = await fixture.scenario.claim(member, coupon)
  const tent = await fixture.scenario.variant()
  const cart = (changes: object = {}) => checkoutOf(tent, { couponClaimId: claimId, paymentMethod: 'cod', ...changes })
  const hold = () => fixture.hold(member, cart())
  const at = (orderId: string, action: string) => member.client.post(`${sessionsPath}/${orderId}/${action}`)
  return { member, couponId: coupon, claimId, cart, hold, at }
}

test('GET …/coupon-claims: has the customer as the account is now; discount and status of the order while it has one', async () => {
  const { member, couponId, claimId, hold, at } = await claimed()
  const { customerId, email } = member
  const claimedAt = '2026-11-02T00:00:00.000Z'
  const claim = { id: claimId, couponId, customerId, code: couponId.toUpperCase(), claimedAt }
  const customer = { id: customerId, name: '林美', email }
  const free = { ...claim, customer, status: 'available', orderId: null, discount: null, orderStatus: null }
  expect(await list(couponId)).toEqual([free])
  const { orderId, pricing } = await hold()
  const ofOrder = { orderId, discount: pricing.discount, orderStatus: 'unshipped' }
  expect(await list(couponId)).toEqual([{ ...free, ...ofOrder, status: 'applied' }])
  await at(orderId, 'confirm-cod')
  expect(await list(couponId)).toEqual([{ ...free, ...ofOrder, status: 'used' }])
  await at(orderId, 'cancel')
  expect(await list(couponId)).toEqual([free])
})

describe('DELETE …/coupons/{id}/claims/{claimId}', () => {
  test('takes back an available claim; the customer can have another', async () => {
    const { member, couponId, claimId } = await claimed()
    const read = () =>
      fixture.administrator('coupons.view').get(`/internal/checkout/coupons/${couponId}/claims/${claimId}`)
    expect((await read()).data).toMatchObject({ id: claimId, couponId, customerId: member.customerId, orderId: null })
    expect(await takeBack(couponId, claimId)).toMatchObject({ status: 204, text: '' })
    expect(await read()).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await list(couponId)).toEqual([])
    const path = `/internal/checkout/coupons/${couponId}/claims`
    const { customerId } = member
    expect(await fixture.administrator('coupons.edit').post(path, { customerId })).toMatchObject({ status: 201 })
  })

  test('error CONFLICT: on an order, and used', async () => {
    const { couponId, claimId, hold, at } = await claimed()
    const { orderId } = await hold()
    expect(await takeBack(couponId, claimId)).toMatchObject(conflict)
    await at(orderId, 'confirm-cod')
    expect(await takeBack(couponId, claimId)).toMatchObject(conflict)
    expect(await list(couponId)).toMatchObject([{ status: 'used' }])
  })

  test('error NOT_FOUND: unknown, on another coupon, or no number; twice', async () => {
    const [{ couponId, claimId }, other] = [await claimed(), await claimed()]
    for (const id of [other.claimId, 999_999_999, 0, '1e3', '9'.repeat(30), 'x'])
      expect(await takeBack(couponId, id)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    await takeBack(couponId, claimId)
    expect(await takeBack(couponId, claimId)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test('while a checkout applies the claim, it is refused', async () => {
    const { member, couponId, claimId, cart } = await claimed()
    const lock = (tx: Queryable) => tx.query('select from checkout.coupon_claim where id = $1 for update', [claimId])
    const [started, taken] = await delayRequests(fixture.owner, { lock, atLeast: 2 }, async () => {
      const starting = member.client.post(sessionsPath, cart())
      await expect.poll(() => countWaiting(fixture.owner), { interval: 20 }).toBe(1)
      return Promise.all([starting, takeBack(couponId, claimId)])
    })
    expect([started, taken]).toMatchObject([{ status: 200, data: { couponClaimId: claimId } }, conflict])
    expect(await list(couponId)).toMatchObject([{ status: 'applied' }])
  })
})

describe('GET …/reports/coupons', () => {
  const report = async (query: string) =>
    fixture.administrator(['orders.view', 'bookings.view']).get(`/internal/checkout/reports/coupons?${query}`)
  const november = 'from=2026-11-10&to=2026-11-20'
  const of = async (couponId: string, query = november) =>
    ((await report(query)).data as { couponId: string }[]).filter(row => row.couponId === couponId)

  test('sums the orders of these days in Taipei by payment or confirmation, without the cancelled; counts claims', async () => {
    const { couponId, hold, at } = await claimed()
    await at((await hold()).orderId, 'confirm-cod')
    await (await claimed(couponId)).hold()
    await claimed(couponId)
    const coupon = JSON.stringify({ id: couponId })
    const sold = (changes: object) =>
      fixture.scenario.order({ coupon_claim_id: 1, coupon, payment_status: 'paid', discount: '60.00', ...changes })
    await sold({ paid_at: '2026-11-09T16:00:00.000Z', subtotal: '1000.50', total: '1040.50' })
    await sold({ paid_at: '2026-11-20T15:59:59.999Z', status: 'completed' })
    for (const paid_at of ['2026-11-09T15:59:59.999Z', '2026-11-20T16:00:00.000Z']) await sold({ paid_at })
    await sold({ paid_at: '2026-11-15T00:00:00.000Z', status: 'cancelled', cancelled_because: 'staff' })
    // Cash on delivery counts when it is confirmed, also when it is paid later.
    const later = { paid_at: '2026-12-24T00:00:00.000Z', status: 'completed' }
    await sold({ ...later, cod_confirmed_at: '2026-11-12T00:00:00.000Z' })
    const counted = { claims: 3, used: 4, applied: 1, subtotal: '2500.50', discount: '230.00' }
    const [row] = await of(couponId)
    expect(row).toEqual({ couponId, code: couponId.toUpperCase(), name: '秋季九折', ...counted })
  })

  test('lists the coupons that were valid on one of the days, or used on one, by code', async () => {
    const period = (starts_at: string, ends_at: string) => ({ starts_at, ends_at, code: unique('Z') })
    const before = await fixture.scenario.coupon(period('2026-01-01T00:00:00Z', '2026-11-09T16:00:00Z'))
    const until = await fixture.scenario.coupon(period('2026-01-01T00:00:00Z', '2026-11-09T16:00:00.001Z'))
    const from = await fixture.scenario.coupon(period('2026-11-20T15:59:59.999Z', '2027-01-01T00:00:00Z'))
    const after = await fixture.scenario.coupon(period('2026-11-20T16:00:00Z', '2027-01-01T00:00:00Z'))
    const nothing = { claims: 0, used: 0, applied: 0, subtotal: '0.00', discount: '0.00' }
    for (const coupon of [until, from]) expect(await of(coupon)).toMatchObject([nothing])
    for (const coupon of [before, after]) expect(await of(coupon)).toEqual([])
    const codes = ((await report(november)).data as { code: string }[]).map(({ code }) => code.toLowerCase())
    expect(codes).toEqual(codes.toSorted())
  })
})
