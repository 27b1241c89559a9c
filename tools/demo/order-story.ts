import { storeCheckoutRoutes } from '@campstore/contract/checkout/routes'
import type { StoreCheckoutSession } from '@campstore/contract/checkout/schemas'
import type { MemberCoupon } from '@campstore/contract/coupons'
import { memberRoutes } from '@campstore/contract/me/routes'
import type { Order } from '@campstore/contract/orders'
import { exact } from '@campstore/core/money'
import { orderPricing, shipping } from './amounts.ts'
import { timeLeft } from './narration.ts'
import { type Stage, until } from './scenario.ts'
import { availableOf, claimStatus, findLines, type Line, usableClaims } from './shopping.ts'

const recipient = { recipientName: '林美華', phone: '0912-000-101', address: '台北市中正區燈籠巷 12 號' }

/** A small basket, below free shipping, and large enough for the coupons of the demonstration data. */
const smallBasket = { count: 2, minPrice: 300, maxPrice: 740 }

/** An order that is paid and waits to be shipped. */
export type PaidOrder = { orderId: string; lines: readonly Line[] }

/** A member buys two things with a coupon and pays online. */
export async function runPaidOrderStory(stage: Stage): Promise<PaidOrder> {
  const { client, told } = stage
  told.chapter('An order, paid online')
  const lines = await chooseFrom(stage, smallBasket)
  const claims = await usableClaims(client, lines, stage.clock())
  // The last one is kept for the order that is cancelled, so that this story can be told again and again.
  const claim = claims.length > 1 ? claims[0] : undefined
  if (claim === undefined) told.detail('no coupon to spare: going on without one')

  const session = await hold(stage, lines, { couponClaimId: claim?.id })
  tellAmounts(stage, session, claim)
  told.agree('an order without recipient and method', session.checkoutStep, 'draft')
  told.agree('what it costs', session.pricing, orderPricing(lines, claim?.coupon))
  if (claim) told.agree('the claim on the order', await claimStatus(client, claim.id), 'applied')

  const ready = await complete(stage, session)
  await openPaymentForm(stage, ready)
  await pay(stage, ready, claim)
  return { orderId: session.orderId, lines }
}

/** A member orders to pay on delivery: the hold no longer ends. */
export async function runCashOnDeliveryStory(stage: Stage): Promise<void> {
  const { client, told } = stage
  told.chapter('An order, cash on delivery')
  const lines = await chooseFrom(stage, { count: 1, minPrice: Number(shipping.freeFrom), maxPrice: 6_000 })
  const session = await hold(stage, lines, { paymentMethod: 'cod', shipping: recipient })
  tellAmounts(stage, session)
  told.agree('what it costs, with free shipping', session.pricing, orderPricing(lines, undefined))
  told.agree('the shipping fee from 1500.00 on', session.pricing.shippingFee, '0.00')
  told.agree('an order with recipient and method', session.checkoutStep, 'ready_to_pay')

  const { orderId } = session
  const confirmed = await client.one(storeCheckoutRoutes.confirmCashOnDelivery, { params: { orderId } })
  told.agree('the confirmed order', [confirmed.status, confirmed.paymentStatus], ['unshipped', 'unpaid'])
  const order = await client.one(memberRoutes.getOrder, { params: { orderId } })
  told.agree('the end of its hold', order.checkoutExpiresAt, null)
  told.step(`confirmed: ${order.status}, ${order.paymentStatus} until it is delivered, and its hold no longer ends`)
}

/** A member changes their mind: everything comes back. */
export async function runCancelledOrderStory(stage: Stage): Promise<void> {
  const { client, told } = stage
  told.chapter('An order, cancelled')
  const lines = await chooseFrom(stage, smallBasket)
  const [claim] = await usableClaims(client, lines, stage.clock())
  if (claim === undefined) told.detail('no coupon is left: going on without one')
  const before = await Promise.all(lines.map(line => availableOf(client, line)))
  const session = await hold(stage, lines, {})
  const discounted = claim ? await putCoupon(stage, session, claim) : session
  tellAmounts(stage, discounted, claim)
  told.agree('what it costs', discounted.pricing, orderPricing(lines, claim?.coupon))

  const { orderId } = session
  const cancelled = await client.one(storeCheckoutRoutes.cancelStoreCheckout, { params: { orderId } })
  told.agree('the cancelled order', [cancelled.status, cancelled.paymentStatus], ['cancelled', 'unpaid'])
  told.step(`cancelled: ${cancelled.status}`)
  const after = await Promise.all(lines.map(line => availableOf(client, line)))
  told.agree('the pieces that are free again', after, before)
  for (const [place, line] of lines.entries()) told.detail(`${line.product.name}: ${after[place]} free again`)
  if (claim) {
    told.agree('the claim after the cancellation', await claimStatus(client, claim.id), 'available')
    told.detail(`coupon ${claim.coupon.code}: available again`)
  }
}

async function chooseFrom({ client, told }: Stage, wanted: Parameters<typeof findLines>[1]): Promise<Line[]> {
  const lines = await findLines(client, wanted)
  told.step(`found in the catalogue, from ${wanted.minPrice} to ${wanted.maxPrice}:`)
  for (const { product, variant } of lines) {
    told.detail(
      `${variant.price.padStart(10)}  ${product.name}, ${variant.specification}: ${variant.availableQuantity} free`,
    )
  }
  return lines
}

type Wishes = { couponClaimId?: number; paymentMethod?: 'cod'; shipping?: typeof recipient }

/** Opens an order, asks for the same once more, and looks whether exactly its pieces are gone from what is free. */
async function hold(stage: Stage, lines: readonly Line[], wishes: Wishes): Promise<StoreCheckoutSession> {
  const { client, told } = stage
  const before = await Promise.all(lines.map(line => availableOf(client, line)))
  const items = lines.map(({ variant, quantity }) => ({ variantId: variant.id, quantity }))
  const body = { items, ...wishes, idempotencyKey: stage.newKey() }
  const session = await client.one(storeCheckoutRoutes.startStoreCheckout, { body })
  told.step(`held: order ${session.orderId}, ${session.status}, ${session.paymentStatus}`)
  told.detail(timeLeft(session.checkoutExpiresAt, stage.clock()))
  told.agree('a new order', [session.status, session.paymentStatus], ['unshipped', 'unpaid'])
  const again = await client.one(storeCheckoutRoutes.startStoreCheckout, { body })
  told.agree('the same request with the same key', again, session)
  const after = await Promise.all(lines.map(line => availableOf(client, line)))
  const left = lines.map(({ quantity }, place) => (before[place] ?? 0) - quantity)
  told.agree('what is free beside the hold', after, left)
  return session
}

async function putCoupon({ client, told }: Stage, session: StoreCheckoutSession, claim: MemberCoupon) {
  const params = { orderId: session.orderId }
  const changed = await client.one(storeCheckoutRoutes.changeStoreCheckout, {
    params,
    body: { couponClaimId: claim.id },
  })
  told.agree('the claim of the order', changed.couponClaimId, claim.id)
  told.agree('the end of the hold', changed.checkoutExpiresAt, session.checkoutExpiresAt)
  told.step(`coupon ${claim.coupon.code} put on the order`)
  return changed
}

function tellAmounts({ told }: Stage, { items, pricing }: StoreCheckoutSession, claim?: MemberCoupon): void {
  const amount = (value: string, text: string) => told.detail(`${value.padStart(10)}  ${text}`)
  for (const { lineTotal, quantity, productName } of items) amount(lineTotal, `${quantity} x ${productName}`)
  amount(pricing.shippingFee, 'shipping')
  if (claim) amount(`-${pricing.discount}`, `coupon ${claim.coupon.code}, ${claim.coupon.name}`)
  amount(pricing.total, 'in all')
}

/** Gives recipient and method, as a customer does in the course of a checkout. */
async function complete(stage: Stage, session: StoreCheckoutSession): Promise<StoreCheckoutSession> {
  const { client, told } = stage
  const params = { orderId: session.orderId }
  const body = { shipping: recipient, paymentMethod: 'gateway-credit' as const }
  const ready = await client.one(storeCheckoutRoutes.changeStoreCheckout, { params, body })
  told.step(`recipient and method given: ${ready.checkoutStep}, ${timeLeft(ready.checkoutExpiresAt, stage.clock())}`)
  told.agree('the recipient', ready.shipping, recipient)
  told.agree('the completed order', ready.checkoutStep, 'ready_to_pay')
  told.agree('its amounts', ready.pricing, session.pricing)
  told.agree('the end of its hold', ready.checkoutExpiresAt, session.checkoutExpiresAt)
  return ready
}

async function openPaymentForm({ client, told }: Stage, { orderId, pricing, checkoutExpiresAt }: StoreCheckoutSession) {
  const form = await client.one(storeCheckoutRoutes.openStorePaymentForm, { params: { orderId } })
  told.step(`payment form of ${form.provider}: ${form.fields.MerchantTradeNo}, ${form.fields.TotalAmount} TWD`)
  told.detail(`to be posted to ${form.action}`)
  told.agree('the amount of the form', form.fields.TotalAmount, exact(pricing.total).toFixed(0))
  told.agree('the end of the form', form.expiresAt, checkoutExpiresAt)
  const unpaid = await client.one(storeCheckoutRoutes.getStoreCheckout, { params: { orderId } })
  told.agree('an order with a form', unpaid.paymentStatus, 'unpaid')
}

async function pay(stage: Stage, { orderId, pricing }: StoreCheckoutSession, claim?: MemberCoupon): Promise<void> {
  const { client, told } = stage
  await stage.pay({ kind: 'order', id: orderId, amount: pricing.total, paymentMethod: 'gateway-credit' })
  told.step(`the payment service tells through the queue: ${pricing.total} paid`)
  const isPaid = ({ paymentStatus }: Order) => paymentStatus === 'paid'
  const ask = () => client.one(memberRoutes.getOrder, { params: { orderId } })
  const order = await until('the order is paid', ask, isPaid)
  told.step(`the order is ${order.status} and ${order.paymentStatus}, since ${order.paidAt}`)
  told.agree('its total', order.total, pricing.total)
  told.agree('the end of its hold', order.checkoutExpiresAt, null)
  if (claim) {
    told.agree('the claim after the payment', await claimStatus(client, claim.id), 'used')
    told.detail(`coupon ${claim.coupon.code}: used`)
  }
  const [newest] = await client.many(memberRoutes.listOrders, { query: { size: 1 } })
  told.agree('the newest of the own orders', [newest?.id, newest?.paymentStatus], [orderId, 'paid'])
  told.step('it is the first of the own orders')
}
