import { paymentFormSchema } from '@campstore/contract/checkout/schemas'
import { memberCouponSchema } from '@campstore/contract/coupons'
import { orderListItemSchema, orderSchema } from '@campstore/contract/orders'
import { productSchema } from '@campstore/contract/products/schemas'
import { testServers } from '@campstore/testing/servers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type MemberClient, orderOf } from '../system/client.ts'
import { decide, giveCoupon, type OpenStore, openStore, orderFor } from '../system/store.ts'
import { storedHold } from '../system/stored-holds.ts'
import { type System, startSystem } from '../system/system.ts'
import { soundWhenSettled, toldOf } from '../system/waiting.ts'

let system: System
beforeAll(async () => {
  system = await startSystem({
    services: ['checkout', 'products', 'me'],
    redisUrl: testServers().redisUrl,
    holdSeconds: 6,
  })
})
afterAll(() => system.stop())

async function member(): Promise<MemberClient> {
  const [someone] = await system.members(1)
  if (!someone) throw new Error('no member')
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

const availableAlone = async (productId = ''): Promise<number | undefined> =>
  productSchema.parse((await system.visitor.get(`/api/products/${productId}`)).data).variants[0]?.availableQuantity

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

test('an order from the list of products to checkout with a coupon, recipient, payment form, payment, own orders and spending', async () => {
  const buyer = await member()
  const store = await openStore(system.owner, [3, [1, 4]])
  const [claimId = 0] = await giveCoupon(system.owner, [buyer])
  expect(await availableIn(store)).toEqual([3, 5])

  const [kettle = '', stove = ''] = store.variantIds
  const items = [
    { variantId: kettle, quantity: 2 },
    { variantId: stove, quantity: 3 },
  ]
  const draft = orderFor([], { items, couponClaimId: claimId, paymentMethod: null, shipping: null })
  const session = orderOf(await buyer.order(draft))
  const pricing = { subtotal: '2500.00', shippingFee: '0.00', discount: '250.00', total: '2250.00' }
  expect(session).toMatchObject({ status: 'unshipped', paymentStatus: 'unpaid', checkoutStep: 'draft', pricing })
  expect(await availableIn(store), 'held is not available, in the very next answer').toEqual([1, 2])
  expect(await availableAlone(store.productIds[0])).toBe(1)
  expect(await ownCoupons(buyer)).toMatchObject([{ id: claimId, status: 'applied', orderId: session.orderId }])

  const path = `/api/checkout/sessions/${session.orderId}`
  expect(await buyer.post(`${path}/gateway`), 'a draft cannot be paid').toMatchObject({ code: 'CONFLICT' })
  const { shipping, paymentMethod } = orderFor([])
  const ready = orderOf(await buyer.changeOrder(session.orderId, { shipping, paymentMethod }))
  expect(ready).toEqual({ ...session, shipping, paymentMethod, checkoutStep: 'ready_to_pay' })
  expect(orderOf(await buyer.get(path))).toEqual(ready)

  const form = paymentFormSchema.parse((await buyer.post(`${path}/gateway`)).data)
  expect(form).toMatchObject({ orderId: session.orderId, method: 'POST', fields: { TotalAmount: '2250' } })
  expect(form.expiresAt).toBe(session.checkoutExpiresAt)

  await system.payments.pay({ kind: 'order', id: session.orderId }, ready.pricing.total)
  await expect
    .poll(async () => orderOf(await buyer.get(path)).paymentStatus, { timeout: 5_000, interval: 20 })
    .toBe('paid')
  const listed = z.array(orderListItemSchema).parse((await buyer.get('/api/me/orders')).data)
  const paid = { id: session.orderId, status: 'unshipped', paymentStatus: 'paid', checkoutExpiresAt: null }
  expect(listed).toMatchObject([{ ...paid, ...pricing, customerId: buyer.customerId }])
  const order = await ownOrder(buyer, session.orderId)
  expect(order).toMatchObject({ ...paid, paidAt: expect.any(String), recipientName: shipping?.recipientName })
  expect(order.items).toEqual(session.items.map(({ orderItemId, ...item }) => ({ id: orderItemId, ...item })))
  expect(await ownCoupons(buyer)).toMatchObject([{ status: 'used', coupon: { usedCount: 1 } }])
  await expect
    .poll(() => spendingOf(buyer), { timeout: 5_000 })
    .toEqual({ totalSpent: '2250.00', firstPurchaseUsed: true })

  await expect.poll(() => system.subscriber.endedHolds(), { timeout: 10_000 }).toContain(session.orderId)
  expect(await availableIn(store), 'a paid order outlives its hold').toEqual([1, 2])
  expect((await toldOf(system)).get(session.orderId)).toEqual(['order.created', 'order.paid', 'order.updated'])
  await soundWhenSettled(system, 5)
})

test('cash on delivery: confirmed, it outlives its hold; shipped, it leaves the store; completed, it is paid and counts as spent', async () => {
  const buyer = await member()
  const store = await openStore(system.owner, [2])
  const session = orderOf(await buyer.order(orderFor(store.variantIds, { paymentMethod: 'cod' })))
  expect(session).toMatchObject({ checkoutStep: 'ready_to_pay', pricing: { shippingFee: '100.00', total: '600.00' } })
  expect(orderOf(await buyer.confirmCod(session.orderId))).toEqual(session)
  expect(await ownOrder(buyer, session.orderId)).toMatchObject({ paymentStatus: 'unpaid', checkoutExpiresAt: null })
  await expect.poll(() => system.subscriber.endedHolds(), { timeout: 10_000 }).toContain(session.orderId)
  expect(await availableIn(store)).toEqual([1])

  expect(await decide(system, session.orderId, 'ship')).toMatchObject({ status: 200 })
  expect(await availableIn(store), 'what has left is neither held nor on hand').toEqual([1])
  expect(await spendingOf(buyer)).toEqual({ totalSpent: '0.00', firstPurchaseUsed: false })
  expect(await decide(system, session.orderId, 'complete')).toMatchObject({ status: 200 })
  expect(await ownOrder(buyer, session.orderId)).toMatchObject({
    status: 'completed',
    paymentStatus: 'paid',
    paidAt: expect.any(String),
  })
  await expect
    .poll(() => spendingOf(buyer), { timeout: 5_000 })
    .toEqual({ totalSpent: '600.00', firstPurchaseUsed: true })
  await soundWhenSettled(system, 5)
})

test('an order that its member cancels gives its pieces and its coupon back', async () => {
  const [buyer, other] = [await member(), await member()]
  const store = await openStore(system.owner, [1])
  const [couponClaimId = 0] = await giveCoupon(system.owner, [buyer])
  const session = orderOf(await buyer.order(orderFor(store.variantIds, { couponClaimId })))
  expect(await other.order(orderFor(store.variantIds))).toMatchObject({ code: 'STOCK_INSUFFICIENT' })
  expect(await other.get(`/api/me/orders/${session.orderId}`)).toMatchObject({ code: 'NOT_FOUND' })

  expect(orderOf(await buyer.cancelOrder(session.orderId))).toMatchObject({ status: 'cancelled' })
  expect(await availableIn(store)).toEqual([1])
  expect(await ownCoupons(buyer)).toMatchObject([{ status: 'available', orderId: null }])
  expect(await other.order(orderFor(store.variantIds))).toMatchObject({ status: 200 })
})

test('an order that nobody pays ends by itself when its hold is over, and what it held is available again', async () => {
  const buyer = await member()
  const store = await openStore(system.owner, [[1, 1]])
  const [couponClaimId = 0] = await giveCoupon(system.owner, [buyer])
  const items = store.variantIds.map(variantId => ({ variantId, quantity: 2 }))
  const session = orderOf(await buyer.order(orderFor([], { items, couponClaimId })))
  expect(await availableIn(store)).toEqual([0])

  await expect.poll(() => availableIn(store), { timeout: 12_000, interval: 100 }).toEqual([2])
  const ended = await storedHold(system.owner, session.orderId)
  expect(ended).toMatchObject({ steps: ['cancelled by system'], reservations: ['expired', 'expired'] })
  expect(ended.updatedAt - Date.parse(session.checkoutExpiresAt)).toBeGreaterThanOrEqual(0)
  expect(await ownCoupons(buyer)).toMatchObject([{ status: 'available', orderId: null }])
  expect(await ownOrder(buyer, session.orderId)).toMatchObject({ status: 'cancelled', checkoutExpiresAt: null })
  expect(await buyer.confirmCod(session.orderId)).toMatchObject({ code: 'CHECKOUT_EXPIRED' })
  await soundWhenSettled(system, 5)
})
