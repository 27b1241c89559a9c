import type { Schemas } from '@campstore/client/source/client'
import { exact } from '@campstore/core/money'
import { formatAmount, orderPricing, shipping } from './amounts.ts'
import { timeLeft } from './report.ts'
import { availableOf, claimStatus, findLines, type Line, usableClaims } from './shopping.ts'
import { refusalOf, type StoryContext, until } from './story-context.ts'

type StoreCheckoutSession = Schemas['StoreCheckoutSession']
type MemberCoupon = Schemas['MemberCoupon']

const recipient = { recipientName: '林美華', phone: '0912-000-101', address: '台北市中正區燈籠巷 12 號' }

/** Below free shipping, and large enough for the coupons of the demonstration data. */
const smallBasket = { count: 2, minPrice: 300, maxPrice: 740 }

/** A paid order that is not shipped yet. */
export type PaidOrder = { orderId: string; lines: readonly Line[] }

/** A member buys two products with a coupon and pays online. */
export async function runPaidOrderStory(context: StoryContext): Promise<PaidOrder> {
  const { client, report } = context
  report.chapter('An order, paid online')
  const lines = await chooseFrom(context, smallBasket)
  const claims = await usableClaims(client, lines, context.clock())
  // The last claim is left for the cancelled order, which returns it, so that the stories can be repeated.
  const claim = claims.length > 1 ? claims[0] : undefined
  if (claim === undefined) report.detail('no coupon to spare, continuing without one')

  const session = await hold(context, lines, { couponClaimId: claim?.id })
  reportAmounts(context, session, claim)
  report.assertEqual('the step without recipient and method', session.checkoutStep, 'draft')
  report.assertEqual('the price', session.pricing, orderPricing(lines, claim?.coupon))
  if (claim) report.assertEqual('the claim of the held order', await claimStatus(client, claim.id), 'applied')

  const early = client.checkout.openStorePaymentForm({ orderId: session.orderId })
  report.assertEqual('a payment form for a draft', await refusalOf(early), 'CONFLICT')
  const ready = await complete(context, session)
  await openPaymentForm(context, ready)
  await pay(context, ready, claim)
  return { orderId: session.orderId, lines }
}

/** A member chooses cash on delivery: the hold has no deadline any more. Returns the order's id. */
export async function runCashOnDeliveryStory(context: StoryContext): Promise<string> {
  const { client, report } = context
  report.chapter('An order, cash on delivery')
  const lines = await chooseFrom(context, { count: 1, minPrice: Number(shipping.freeFrom), maxPrice: 6_000 })
  const session = await hold(context, lines, { paymentMethod: 'cod', shipping: recipient })
  reportAmounts(context, session)
  report.assertEqual('the price with free shipping', session.pricing, orderPricing(lines, undefined))
  report.assertEqual('the shipping fee from 1500.00', session.pricing.shippingFee, '0.00')
  report.assertEqual('the step with recipient and method', session.checkoutStep, 'ready_to_pay')

  const { orderId } = session
  const confirmed = await client.checkout.confirmCashOnDelivery({ orderId })
  report.assertEqual('the confirmed order', [confirmed.status, confirmed.paymentStatus], ['unshipped', 'unpaid'])
  const order = await client.me.getOrder({ orderId })
  report.assertEqual('the deadline of the confirmed order', order.checkoutExpiresAt, null)
  report.step(`Confirmed: ${order.status}, ${order.paymentStatus} until delivery; the hold has no deadline any more`)
  return orderId
}

/** A member cancels: stock and coupon are free again. Returns the order's id. */
export async function runCancelledOrderStory(context: StoryContext): Promise<string> {
  const { client, report } = context
  report.chapter('An order, cancelled')
  const lines = await chooseFrom(context, smallBasket)
  const [claim] = await usableClaims(client, lines, context.clock())
  if (claim === undefined) report.detail('no coupon is left, continuing without one')
  const before = await Promise.all(lines.map(line => availableOf(client, line)))
  const session = await hold(context, lines, {})
  const discounted = claim ? await applyCoupon(context, session, claim) : session
  reportAmounts(context, discounted, claim)
  report.assertEqual('the price', discounted.pricing, orderPricing(lines, claim?.coupon))

  const { orderId } = session
  const cancelled = await client.checkout.cancelStoreCheckout({ orderId })
  report.assertEqual('the cancelled order', [cancelled.status, cancelled.paymentStatus], ['cancelled', 'unpaid'])
  report.step(`Cancelled: ${cancelled.status}`)
  const after = await Promise.all(lines.map(line => availableOf(client, line)))
  report.assertEqual('the stock after the cancellation', after, before)
  for (const [place, line] of lines.entries()) report.detail(`${line.product.name}: ${after[place]} free again`)
  if (claim) {
    report.assertEqual('the claim after the cancellation', await claimStatus(client, claim.id), 'available')
    report.detail(`coupon ${claim.coupon.code}: available again`)
  }
  return orderId
}

async function chooseFrom({ client, report }: StoryContext, filter: Parameters<typeof findLines>[1]): Promise<Line[]> {
  const lines = await findLines(client, filter)
  report.step(`Found in the catalogue, from ${filter.minPrice} to ${filter.maxPrice} TWD:`)
  for (const { product, variant } of lines) {
    report.detail(
      `${variant.price.padStart(10)}  ${product.name}, ${variant.specification}: ${variant.availableQuantity} free`,
    )
  }
  return lines
}

type OrderOptions = { couponClaimId?: number; paymentMethod?: 'cod'; shipping?: typeof recipient }

/** Starts a checkout, repeats the request, and checks that exactly its quantities are no longer available. */
async function hold(
  context: StoryContext,
  lines: readonly Line[],
  options: OrderOptions,
): Promise<StoreCheckoutSession> {
  const { client, report } = context
  const before = await Promise.all(lines.map(line => availableOf(client, line)))
  const items = lines.map(({ variant, quantity }) => ({ variantId: variant.id, quantity }))
  const body = { items, ...options, idempotencyKey: context.newKey() }
  const session = await client.checkout.startStoreCheckout(body)
  report.step(`Held: order ${session.orderId}, ${session.status}, ${session.paymentStatus}`)
  report.detail(timeLeft(session.checkoutExpiresAt, context.clock()))
  report.assertEqual('a new order', [session.status, session.paymentStatus], ['unshipped', 'unpaid'])
  const again = await client.checkout.startStoreCheckout(body)
  report.assertEqual('the answer to the repeated request', again, session)
  const after = await Promise.all(lines.map(line => availableOf(client, line)))
  const left = lines.map(({ quantity }, place) => (before[place] ?? 0) - quantity)
  report.assertEqual('the stock beside the hold', after, left)
  return session
}

async function applyCoupon({ client, report }: StoryContext, session: StoreCheckoutSession, claim: MemberCoupon) {
  const { orderId } = session
  const changed = await client.checkout.changeStoreCheckout({ orderId, couponClaimId: claim.id })
  report.assertEqual('the claim of the order', changed.couponClaimId, claim.id)
  report.assertEqual('the deadline', changed.checkoutExpiresAt, session.checkoutExpiresAt)
  report.step(`Coupon ${claim.coupon.code} applied to the order`)
  return changed
}

function reportAmounts({ report }: StoryContext, { items, pricing }: StoreCheckoutSession, claim?: MemberCoupon): void {
  const amount = (value: string, text: string) => report.detail(`${value.padStart(10)}  ${text}`)
  for (const { lineTotal, quantity, productName } of items) amount(lineTotal, `${quantity} x ${productName}`)
  amount(pricing.shippingFee, 'shipping')
  if (claim) amount(`-${pricing.discount}`, `coupon ${claim.coupon.code}, ${claim.coupon.name}`)
  amount(pricing.total, 'total')
}

/** Adds recipient and payment method, as a customer does during a checkout. */
async function complete(context: StoryContext, session: StoreCheckoutSession): Promise<StoreCheckoutSession> {
  const { client, report } = context
  const { orderId } = session
  const completion = { shipping: recipient, paymentMethod: 'gateway-credit' as const }
  const ready = await client.checkout.changeStoreCheckout({ orderId, ...completion })
  report.step(
    `Recipient and payment method added: ${ready.checkoutStep}, ${timeLeft(ready.checkoutExpiresAt, context.clock())}`,
  )
  report.assertEqual('the recipient', ready.shipping, recipient)
  report.assertEqual('the completed order', ready.checkoutStep, 'ready_to_pay')
  report.assertEqual('the amounts', ready.pricing, session.pricing)
  report.assertEqual('the deadline', ready.checkoutExpiresAt, session.checkoutExpiresAt)
  return ready
}

async function openPaymentForm(
  { client, report }: StoryContext,
  { orderId, pricing, checkoutExpiresAt }: StoreCheckoutSession,
) {
  const form = await client.checkout.openStorePaymentForm({ orderId })
  report.step(`Payment form of ${form.provider}: ${form.fields.MerchantTradeNo}, ${form.fields.TotalAmount} TWD`)
  report.detail(`the browser posts it to ${form.action}`)
  report.assertEqual('the amount of the form', form.fields.TotalAmount, exact(pricing.total).toFixed(0))
  report.assertEqual('the deadline of the form', form.expiresAt, checkoutExpiresAt)
  const unpaid = await client.checkout.getStoreCheckout({ orderId })
  report.assertEqual('an order with a payment form', unpaid.paymentStatus, 'unpaid')
}

async function pay(
  context: StoryContext,
  { orderId, pricing, items }: StoreCheckoutSession,
  claim?: MemberCoupon,
): Promise<void> {
  const { client, report } = context
  await context.pay({ kind: 'order', id: orderId, amount: pricing.total, paymentMethod: 'gateway-credit' })
  report.step(`Payment service publishes: ${formatAmount(pricing.total)} TWD paid`)
  const isPaid = ({ paymentStatus }: Schemas['Order']) => paymentStatus === 'paid'
  const ask = () => client.me.getOrder({ orderId })
  const order = await until('The order is paid', ask, isPaid)
  report.step(`The order is ${order.status} and ${order.paymentStatus}, paid at ${order.paidAt}`)
  report.assertEqual('the total of the paid order', order.total, pricing.total)
  const expectedItems = items.map(({ orderItemId, ...item }) => ({ id: orderItemId, ...item }))
  report.assertEqual('the items of the paid order', order.items, expectedItems)
  report.assertEqual('the deadline of the paid order', order.checkoutExpiresAt, null)
  if (claim) {
    report.assertEqual('the claim after the payment', await claimStatus(client, claim.id), 'used')
    report.detail(`coupon ${claim.coupon.code}: used`)
  }
  const [newest] = (await client.me.listOrders({ size: 1 })).data
  report.assertEqual('the first of my orders', [newest?.id, newest?.paymentStatus], [orderId, 'paid'])
  report.step('It is first in my orders')
}
