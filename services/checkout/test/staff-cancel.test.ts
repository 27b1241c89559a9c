import { money } from '@campstore/core/money'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type CheckoutFixture, checkoutOf, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'
import { orderThatIs } from '../src/testing/orders.ts'

// Staff may end an order that is unpaid and has not shipped (docs/contract/admin.md#staff-cancel): what orders have of their own. What every hold
// does is in test/holds, and which states allow it in lifecycle.test.ts.
let fixture: CheckoutFixture
beforeAll(async () => {
  fixture = await startCheckoutFixture()
})
afterAll(() => fixture.stop())
afterEach(() => fixture.clock.set('2026-11-20T08:00:00.000Z'))

const cancelByStaff = (orderId: string) =>
  fixture.administrator().post(`/internal/checkout/orders/${orderId}/cancel`, { reason: '囤貨' })

async function discounted() {
  const order = await orderThatIs(fixture, 'open', { paymentMethod: 'cod' })
  const couponClaimId = await fixture.scenario.claim(order.member, await fixture.scenario.coupon({ usage_limit: 1 }))
  await order.change({ couponClaimId })
  const claim = async () => {
    const sql = `
      select claim.status, order_id as "orderId", used_count as "usedCount"
      from checkout.coupon_claim claim
      join checkout.coupon on coupon.id = coupon_id
      where claim.id = $1`
    return (await fixture.owner.query(sql, [couponClaimId])).rows[0]
  }
  return { ...order, couponClaimId, claim }
}

test('confirmed for cash on delivery, weeks after its deadline: stock, claim and use of the coupon are released', async () => {
  const { orderId, confirmCod, claim, couponClaimId, member, variant } = await discounted()
  await confirmCod()
  expect(await claim()).toEqual({ status: 'used', orderId, usedCount: 1 })
  const at = '2026-11-28T08:00:00.000Z'
  fixture.clock.set(at)
  expect(await cancelByStaff(orderId)).toMatchObject({ status: 200, data: { status: 'cancelled' } })
  expect(await fixture.reservations(orderId)).toMatchObject([{ status: 'released', endedAt: new Date(at) }])
  expect(await fixture.shelves(variant)).toMatchObject([{ reserved: 0 }])
  expect(await claim()).toEqual({ status: 'available', orderId: null, usedCount: 0 })
  expect(await fixture.hold(member, checkoutOf(variant, { couponClaimId }))).toMatchObject({ couponClaimId })
})

test('error CONFLICT: paid, shipped or returned; nothing is released', async () => {
  const { orderId, claim, pay, variant } = await discounted()
  const refused = { status: 409, code: 'CONFLICT' }
  await pay({ amount: money('550.00') })
  expect(await cancelByStaff(orderId)).toMatchObject(refused)
  expect(await fixture.shelves(variant)).toMatchObject([{ reserved: 1 }])
  expect(await claim()).toEqual({ status: 'used', orderId, usedCount: 1 })
  await fixture.administrator().post(`/internal/checkout/orders/${orderId}/ship`)
  expect(await cancelByStaff(orderId)).toMatchObject(refused)
  await fixture.scenario.change('checkout.store_order', orderId, { status: 'returned', payment_status: 'refunded' })
  expect(await cancelByStaff(orderId)).toMatchObject(refused)
})
