import { openEventStream } from '@campstore/testing/event-stream'
import { insertRow } from '@campstore/testing/rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { startMeFixture } from '../src/testing/me-fixture.ts'

// docs/contract/member.md#own-orders, docs/contract/resources.md#order
// Invalid requests are in test/bad-requests.
const ordersPath = '/api/me/orders'
const fixture = useFixture(startMeFixture)

/** What an unpaid order of the scenario looks like in a list. */
const listed = (id: string, { customerId }: { customerId: string }) => {
  const buyer = { customerId, buyerName: '王小明', buyerEmail: 'ming@members.test', buyerEmailVerified: true }
  const recipient = { recipientName: null, shippingAddress: null, shippingPhone: null }
  const amounts = { subtotal: '1000.00', shippingFee: '100.00', discount: '0.00', total: '1100.00' }
  const state = { paymentMethod: null, paymentStatus: 'unpaid', refundStatus: 'none', status: 'unshipped' }
  const times = { placedAt: '2026-11-20T07:00:00.000Z', paidAt: null, checkoutExpiresAt: '2026-11-20T07:15:00.000Z' }
  return { id, ...buyer, ...recipient, ...amounts, ...state, ...times }
}

test('live, rules 2 and 3: an order as it is, then as it has become', async () => {
  const member = await fixture.member()
  const id = await fixture.scenario.order(member)
  const follow = async (lastEventId?: string) => {
    const token = await fixture.issuer.token({ subject: member.subject, issuedAt: fixture.clock.now() })
    const options = { authorization: `Bearer ${token}`, lastEventId }
    return openEventStream(`${fixture.service.url}${ordersPath}/${id}/events`, options)
  }
  const stream = await follow()
  const { data } = await member.client.get(`${ordersPath}/${id}`)
  await expect.poll(stream.events).toEqual([{ event: 'order', id: '0', data }])
  const resumed = await follow('0')
  const other = await fixture.scenario.order(await fixture.member())
  const at = '2026-11-20T07:01:00Z'
  await fixture.scenario.change('checkout.store_order', id, { payment_status: 'paid', paid_at: at })
  const entry = { from_status: 'unshipped', to_status: 'unshipped', at, actor_type: 'payment' }
  // The id of an event says nothing about other orders.
  for (const order_id of [other, other, id])
    await insertRow(fixture.owner, 'checkout.status_history', { order_id, ...entry })
  // The service may not listen yet; it reads again when it does.
  await expect
    .poll(async () => {
      await fixture.broker.publishEvent({ type: 'order.paid', data: { orderId: id } })
      return [stream.events().slice(1), resumed.events()]
    })
    .toMatchObject([[{ id: '1', data: { paymentStatus: 'paid' } }], [{ data: { paymentStatus: 'paid' } }]])
})

test('GET /api/me/orders/{orderId}: the order as it is listed, and its items with their snapshots', async () => {
  const member = await fixture.member()
  const item = { id: 4711, variant_id: 'v-green', image_url: '/api/products/images/tent.svg' }
  const id = await fixture.scenario.order(member, {}, [item])
  expect((await member.client.get(ordersPath)).body).toMatchObject({
    success: true,
    data: [listed(id, member)],
    meta: { page: 0, size: 20, totalElements: 1, totalPages: 1 },
  })
  const product = { productId: 'p-1', variantId: 'v-green', sku: 'TENT-4-GRN', brandName: '山岳' }
  const texts = { productName: '四人帳篷', specification: '綠', imageUrl: '/api/products/images/tent.svg' }
  const items = [{ id: 4711, ...product, ...texts, unitPrice: '1000.00', quantity: 1, lineTotal: '1000.00' }]
  const detail = { ...listed(id, member), items, carrier: null, trackingNumber: null }
  expect((await member.client.get(`${ordersPath}/${id}`)).data).toMatchObject(detail)
})

// docs/contract/member.md#own-coupons
// Invalid requests are in test/bad-requests.
const couponsPath = '/api/me/coupons'

describe('GET /api/me/coupons', () => {
  test('a claim has all fields of the contract, with its coupon', async () => {
    const member = await fixture.member()
    const couponId = await fixture.scenario.coupon({ code: 'AUTUMN', usage_limit: 3 })
    const { id } = await fixture.scenario.claim(member, { coupon_id: couponId })
    const day = (date: string) => `${date}T00:00:00.000Z`
    const terms = { discountType: 'percentage', discountValue: '10.00', minSpend: '500.00', maxDiscount: '300.00' }
    const use = { usageLimit: 3, usedCount: 0, status: 'active' }
    const valid = { startsAt: day('2026-11-01'), endsAt: day('2026-12-01') }
    const written = { createdAt: day('2026-10-01'), updatedAt: day('2026-10-02') }
    const coupon = { id: couponId, code: 'AUTUMN', name: '秋季九折', ...terms, ...use, ...valid, ...written }
    const { customerId } = member
    const state = { status: 'available', orderId: null, claimedAt: '2026-11-20T07:00:00.000Z' }
    const claim = { id, couponId, customerId, ...state }
    expect((await member.client.get(couponsPath)).body).toEqual({
      success: true,
      data: [{ ...claim, coupon, applicable: true, notApplicableBecause: null }],
      meta: { page: 0, size: 20, totalElements: 1, totalPages: 1 },
    })
  })

  test.each([
    [{ status: 'inactive' }, 'inactive'],
    [{ starts_at: '2026-11-20T08:00:00.001Z' }, 'not_started'],
    [{ ends_at: '2026-11-20T08:00:00Z' }, 'ended'],
    [{ usage_limit: 2 }, 'used_up'],
    [{ usage_limit: 3 }, null],
  ])('says why a claim cannot be used now: %j, two claims of others applied and used: %s', async (coupon, because) => {
    const [member, first, second] = [await fixture.member(), await fixture.member(), await fixture.member()]
    const couponId = await fixture.scenario.coupon(coupon)
    await fixture.scenario.claim(member, { coupon_id: couponId })
    const claimed = async (customer: typeof member, status: 'applied' | 'used') => {
      const { id } = await fixture.scenario.claim(customer, { coupon_id: couponId })
      const order_id = await fixture.scenario.order(customer)
      await fixture.scenario.change('checkout.coupon_claim', id, { status, order_id })
      return order_id
    }
    const orderId = await claimed(first, 'applied')
    await claimed(second, 'used')
    expect((await member.client.get(couponsPath)).data).toMatchObject([
      { coupon: { usedCount: 1 }, applicable: because === null, notApplicableBecause: because },
    ])
    expect((await first.client.get(couponsPath)).data).toMatchObject([
      { status: 'applied', orderId, notApplicableBecause: 'on_order' },
    ])
  })
})
