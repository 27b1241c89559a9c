import type { Schemas } from '@campstore/client/source/client'
import { timeLeft } from './report.ts'
import { availableOf, claimStatus, findLines, type Line, usableClaims } from './shopping.ts'
import { refusalOf, type StoryContext, until } from './story-context.ts'

type StoreCheckoutSession = Schemas['StoreCheckoutSession']

const recipient = { recipientName: '林美華', phone: '0912-000-101', address: '台北市中正區燈籠巷 12 號' }

/** Large enough for the coupons of the demonstration data. */
const smallBasket = { count: 2, minPrice: 300, maxPrice: 740 }
/** One product that is delivered free of charge. */
const freeDelivery = { count: 1, minPrice: 1_500, maxPrice: 6_000 }

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

  const { orderId, checkoutExpiresAt } = await hold(context, lines, { couponClaimId: claim?.id })
  const early = client.checkout.openStorePaymentForm({ orderId })
  report.assertEqual('a payment form for a draft', await refusalOf(early), 'CONFLICT')
  const completion = { shipping: recipient, paymentMethod: 'gateway-credit' as const }
  const ready = await client.checkout.changeStoreCheckout({ orderId, ...completion })
  report.step(`Recipient and payment method added: ${ready.checkoutStep}`)
  report.detail(timeLeft(ready.checkoutExpiresAt, context.clock()))
  const form = await client.checkout.openStorePaymentForm({ orderId })
  report.step(`Payment form of ${form.provider}: ${form.fields.MerchantTradeNo}, ${form.fields.TotalAmount} TWD`)
  report.detail(`the browser posts it to ${form.action}`)
  report.assertEqual('the deadline of the form', form.expiresAt, checkoutExpiresAt)

  await pay(context, ready)
  if (claim) {
    report.assertEqual('the claim after the payment', await claimStatus(client, claim.id), 'used')
    report.detail(`coupon ${claim.coupon.code}: used`)
  }
  return { orderId, lines }
}

/** A member chooses cash on delivery: the hold has no deadline any more. Returns the order's id. */
export async function runCashOnDeliveryStory(context: StoryContext): Promise<string> {
  const { client, report } = context
  report.chapter('An order, cash on delivery')
  const lines = await chooseFrom(context, freeDelivery)
  const { orderId, pricing } = await hold(context, lines, { paymentMethod: 'cod', shipping: recipient })
  report.assertEqual('the shipping fee', pricing.shippingFee, '0.00')
  const confirmed = await client.checkout.confirmCashOnDelivery({ orderId })
  const order = await client.me.getOrder({ orderId })
  report.assertEqual('the deadline of the confirmed order', order.checkoutExpiresAt, null)
  report.step(
    `Confirmed: ${confirmed.status}, ${confirmed.paymentStatus} until delivery; nothing ends the hold any more`,
  )
  return orderId
}

/** A member cancels: stock and coupon are free again. Returns the order's id. */
export async function runCancelledOrderStory(context: StoryContext): Promise<string> {
  const { client, report } = context
  report.chapter('An order, cancelled')
  const lines = await chooseFrom(context, smallBasket)
  const [claim] = await usableClaims(client, lines, context.clock())
  const before = await availableOf(client, lines)
  const { orderId, checkoutExpiresAt } = await hold(context, lines, {})
  if (claim) {
    const changed = await client.checkout.changeStoreCheckout({ orderId, couponClaimId: claim.id })
    report.assertEqual('the deadline', changed.checkoutExpiresAt, checkoutExpiresAt)
    report.step(`Coupon ${claim.coupon.code} applied to the order`)
    reportAmounts(context, changed)
  } else report.detail('no coupon is left, continuing without one')
  const cancelled = await client.checkout.cancelStoreCheckout({ orderId })
  report.step(`Cancelled: ${cancelled.status}`)
  report.assertEqual('the stock after the cancellation', await availableOf(client, lines), before)
  report.detail('everything is available again')
  if (claim) {
    report.assertEqual('the claim after the cancellation', await claimStatus(client, claim.id), 'available')
    report.detail(`coupon ${claim.coupon.code}: available again`)
  }
  return orderId
}

async function chooseFrom({ client, report }: StoryContext, filter: Parameters<typeof findLines>[1]): Promise<Line[]> {
  const lines = await findLines(client, filter)
  report.step(`Found in the catalogue, from ${filter.minPrice} to ${filter.maxPrice} TWD:`)
  for (const { product, variant } of lines)
    report.detail(
      `${variant.price.padStart(10)}  ${product.name}, ${variant.specification}: ${variant.availableQuantity} free`,
    )
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
  const before = await availableOf(client, lines)
  const items = lines.map(({ variant }) => ({ variantId: variant.id, quantity: 1 }))
  const body = { items, ...options, idempotencyKey: context.newKey() }
  const session = await client.checkout.startStoreCheckout(body)
  report.step(`Held: order ${session.orderId}, ${session.status}, ${session.paymentStatus}`)
  report.detail(timeLeft(session.checkoutExpiresAt, context.clock()))
  reportAmounts(context, session)
  report.assertEqual('the answer to the repeated request', await client.checkout.startStoreCheckout(body), session)
  const left = before.map(available => (available ?? 0) - 1)
  report.assertEqual('the stock next to the hold', await availableOf(client, lines), left)
  return session
}

function reportAmounts({ report }: StoryContext, { items, pricing }: StoreCheckoutSession): void {
  const amount = (value: string, text: string) => report.detail(`${value.padStart(10)}  ${text}`)
  for (const { lineTotal, quantity, productName } of items) amount(lineTotal, `${quantity} x ${productName}`)
  amount(pricing.shippingFee, 'shipping')
  if (Number(pricing.discount) > 0) amount(`-${pricing.discount}`, 'coupon')
  amount(pricing.total, 'total')
}

async function pay(context: StoryContext, { orderId, pricing }: StoreCheckoutSession): Promise<void> {
  const { client, report } = context
  await context.pay({ kind: 'order', id: orderId, amount: pricing.total, paymentMethod: 'gateway-credit' })
  report.step(`Payment service publishes: ${pricing.total} TWD paid`)
  const isPaid = ({ paymentStatus }: Schemas['Order']) => paymentStatus === 'paid'
  const order = await until('The order is paid', () => client.me.getOrder({ orderId }), isPaid)
  report.step(`The order is ${order.status} and ${order.paymentStatus}, paid at ${order.paidAt}`)
  report.assertEqual('the deadline of the paid order', order.checkoutExpiresAt, null)
  const [newest] = (await client.me.listOrders({ size: 1 })).data
  report.assertEqual('the first of my orders', [newest?.id, newest?.paymentStatus], [orderId, 'paid'])
  report.step('It is first in my orders')
}
