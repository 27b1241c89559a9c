import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type CheckoutFixture, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'
import { orderThatIs } from '../src/testing/orders.ts'

// What the cancel of an order has of its own (docs/contract/store-checkout.md#cancel); test/holds has what every hold does.
let fixture: CheckoutFixture
beforeAll(async () => {
  fixture = await startCheckoutFixture()
})
afterAll(() => fixture.stop())
afterEach(() => fixture.clock.set('2026-11-20T08:00:00.000Z'))

describe('an unpaid order is cancelled', () => {
  test('a draft, too', async () => {
    const { cancel } = await orderThatIs(fixture, 'open', { shipping: null, paymentMethod: null })
    expect(await cancel()).toMatchObject({ status: 200, data: { status: 'cancelled', checkoutStep: 'draft' } })
  })

  test('the coupon claim is free again; the amounts stay', async () => {
    const { cancel, change, member } = await orderThatIs(fixture, 'open')
    const couponClaimId = await fixture.scenario.claim(member)
    await change({ couponClaimId })
    expect((await cancel()).data).toMatchObject({ couponClaimId, pricing: { discount: '50.00', total: '550.00' } })
    const { rows } = await fixture.owner.query('select status, order_id from checkout.coupon_claim where id = $1', [
      couponClaimId,
    ])
    expect(rows).toEqual([{ status: 'available', order_id: null }])
  })
})

describe('confirmed for cash on delivery, not shipped', () => {
  test('may still be cancelled, also past the original deadline', async () => {
    const { cancel, variant } = await orderThatIs(fixture, 'confirmed for cash on delivery')
    fixture.clock.advance(3_000_000)
    expect(await cancel()).toMatchObject({ status: 200, data: { status: 'cancelled' } })
    expect(await fixture.shelves(variant)).toMatchObject([{ reserved: 0 }])
  })

  test('frees its claim and lowers usedCount', async () => {
    const { cancel, change, confirmCod, member } = await orderThatIs(fixture, 'open', { paymentMethod: 'cod' })
    const couponId = await fixture.scenario.coupon()
    const usedCount = async () =>
      (await fixture.owner.query('select used_count from checkout.coupon where id = $1', [couponId])).rows[0]
        ?.used_count
    await change({ couponClaimId: await fixture.scenario.claim(member, couponId) })
    await confirmCod()
    expect(await usedCount()).toBe(1)
    await cancel()
    expect(await usedCount()).toBe(0)
  })
})

test('error CONFLICT: confirmed for cash on delivery and shipped', async () => {
  const { cancel, orderId } = await orderThatIs(fixture, 'confirmed for cash on delivery')
  await fixture.administrator().post(`/internal/checkout/orders/${orderId}/ship`)
  expect(await cancel()).toMatchObject({ status: 409, code: 'CONFLICT' })
})
