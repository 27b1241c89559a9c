import { memberCouponSchema } from '@campstore/contract/coupons'
import { orderSchema } from '@campstore/contract/orders'
import { productSchema } from '@campstore/contract/products/schemas'
import { testServers } from '@campstore/testing/servers'
import { storedHold } from '@campstore/testing/stored-holds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type MemberClient, orderOf } from '../system/client.ts'
import { changeOrderStatus, grantCoupon, type OpenStore, openStore, orderFor } from '../system/store.ts'
import { type System, startSystem } from '../system/system.ts'
import { untilAuditPasses } from '../system/waiting.ts'

let system: System
beforeAll(async () => {
  system = await startSystem({
    services: ['checkout', 'products', 'me'],
    processes: 1,
    redisUrl: testServers().redisUrl,
    holdSeconds: 45,
  })
})
afterAll(() => system.stop())

async function member(): Promise<MemberClient> {
  const someone = await system.member()
  return someone
}

/** What the list of products says is available of a store's variants, in their order. */
async function availableIn({ variantIds, productIds }: OpenStore): Promise<(number | undefined)[]> {
  const [first = ''] = productIds
  const { category } = productSchema.parse((await system.visitor.get(`/api/products/${first}`)).data)
  const { data } = await system.visitor.get(`/api/products?category=${category}`)
  const variants = z
    .array(productSchema)
    .parse(data)
    .flatMap(product => product.variants)
  return variantIds.map(id => variants.find(variant => variant.id === id)?.availableQuantity)
}

const ownOrder = async (buyer: MemberClient, orderId: string) =>
  orderSchema.parse((await buyer.get(`/api/me/orders/${orderId}`)).data)

const ownCoupons = async (buyer: MemberClient) =>
  z.array(memberCouponSchema).parse((await buyer.get('/api/me/coupons')).data)

/** What the administration sees of a customer's spending. */
async function spendingOf({ customerId }: MemberClient) {
  const { rows } = await system.owner.query<{ totalSpent: string; firstPurchaseUsed: boolean }>(
    `select total_spent::text as "totalSpent", first_purchase_used as "firstPurchaseUsed"
     from member.customer
     where id = $1`,
    [customerId],
  )
  return rows[0]
}

test('cash on delivery: a confirmed order outlives its hold, a shipped one leaves the store, a completed one is paid and counts as spent', async () => {
  const buyer = await member()
  const store = await openStore(system.owner, [2])
  const session = orderOf(await buyer.order(orderFor(store.variantIds, { paymentMethod: 'cod' })))
  expect(session).toMatchObject({ checkoutStep: 'ready_to_pay', pricing: { shippingFee: '100.00', total: '600.00' } })
  expect(orderOf(await buyer.confirmCod(session.orderId))).toEqual(session)
  expect(await ownOrder(buyer, session.orderId)).toMatchObject({ paymentStatus: 'unpaid', checkoutExpiresAt: null })
  await expect.poll(() => system.subscriber.endedHolds(), { interval: 500 }).toContain(session.orderId)
  expect(await availableIn(store)).toEqual([1])

  expect(await changeOrderStatus(system, session.orderId, 'ship')).toMatchObject({ status: 200 })
  expect(await availableIn(store), 'shipped stock is neither held nor on hand').toEqual([1])
  expect(await spendingOf(buyer)).toEqual({ totalSpent: '0.00', firstPurchaseUsed: false })
  expect(await changeOrderStatus(system, session.orderId, 'complete')).toMatchObject({ status: 200 })
  expect(await ownOrder(buyer, session.orderId)).toMatchObject({
    status: 'completed',
    paymentStatus: 'paid',
    paidAt: expect.any(String),
  })
  await expect.poll(() => spendingOf(buyer)).toEqual({ totalSpent: '600.00', firstPurchaseUsed: true })
  await untilAuditPasses(system)
})

test('an unpaid order is cancelled when its hold expires, and its stock and coupon are available again', async () => {
  const buyer = await member()
  const store = await openStore(system.owner, [[1, 1]])
  const [couponClaimId = 0] = await grantCoupon(system.owner, [buyer])
  const items = store.variantIds.map(variantId => ({ variantId, quantity: 2 }))
  const session = orderOf(await buyer.order(orderFor([], { items, couponClaimId })))
  expect(await availableIn(store)).toEqual([0])

  await expect.poll(() => availableIn(store), { interval: 100 }).toEqual([2])
  const ended = await storedHold(system.owner, session.orderId)
  expect(ended).toMatchObject({ steps: ['cancelled by system'], reservations: ['expired', 'expired'] })
  expect(ended.updatedAt - Date.parse(session.checkoutExpiresAt)).toBeGreaterThanOrEqual(0)
  expect(await ownCoupons(buyer)).toMatchObject([{ status: 'available', orderId: null }])
  expect(await ownOrder(buyer, session.orderId)).toMatchObject({ status: 'cancelled', checkoutExpiresAt: null })
  expect(await buyer.confirmCod(session.orderId)).toMatchObject({ code: 'CHECKOUT_EXPIRED' })
  await untilAuditPasses(system)
})
