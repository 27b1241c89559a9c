import type { Member } from '@campstore/auth/members'
import type { StartStoreCheckout, StoreCheckoutSession } from '@campstore/contract/checkout/schemas'
import { ApiError } from '@campstore/contract/errors'
import { type Money, money, moneyPattern, sameAmount } from '@campstore/core/money'
import { createEvent, holdTimerMessage } from '@campstore/holds/messages'
import type { Dependencies } from '../dependencies.ts'
import { couponDiscount, isApplicable, type OwnClaim, snapshotOf } from '../domain/coupons.ts'
import { initialState } from '../domain/lifecycle.ts'
import { lineTotal, shippingFee, storePricing, subtotalOf } from '../domain/pricing.ts'
import { requestFingerprint } from '../domain/request-fingerprint.ts'
import { orderNames } from '../names.ts'
import { type CheckoutInputs, type HoldOutcome, readCheckoutInputs, takeHold } from '../persistence/checkout.ts'
import { claimIdOrNone } from '../persistence/coupons.ts'
import type { OrderItem, StoreOrder } from '../persistence/orders.ts'
import { presentCheckout, presentFacts } from '../presenters.ts'

/** How often an order is composed anew because a price changed between reading it and holding its stock. */
const mostAttempts = 3

/**
 * Opens an unpaid order and holds its stock (interface.md, POST /api/checkout/sessions). What does not change with stock is
 * read and priced first; the hold itself is one statement, which finds prices changed or not under the stock's lock.
 *
 * @throws {ApiError} CONFLICT for a reused key; NOT_FOUND, VARIANT_NOT_SELLABLE, COUPON_NOT_APPLICABLE, CONFLICT for amounts
 *   that disagree or too many open holds, STOCK_INSUFFICIENT, in this order (decisions.md, 13)
 */
export const startCheckout =
  (dependencies: Dependencies) =>
  async (request: StartStoreCheckout, member: Member): Promise<StoreCheckoutSession> => {
    const fingerprint = requestFingerprint(request)
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const facts = await readCheckoutInputs(dependencies.database.pool, {
        customerId: member.customerId,
        idempotencyKey: request.idempotencyKey,
        variantIds: request.items.map(item => item.variantId),
        couponClaimId: request.couponClaimId === null ? null : claimIdOrNone(request.couponClaimId),
      })
      if (facts.used) return replay(facts.used, fingerprint)
      const order = compose(request, facts, member, dependencies)
      requireAgreement(request, order)
      requireStorable(order)
      const response = presentCheckout(order)
      const result = await hold(order, { request, fingerprint, response }, dependencies)
      if (result.outcome === 'held') return response
      if (result.outcome === 'replayed') return result.stored_response
      if (result.outcome !== 'variant_changed') throw refusals[result.outcome](dependencies.maxOpenHolds)
    }
    throw new ApiError('SERVICE_UNAVAILABLE', 'Prices changed while you were checking out. Please try again.')
  }

const refusals = {
  key_reused: () => new ApiError('CONFLICT', 'This idempotency key was used for another request'),
  too_many_open: (most: number) =>
    new ApiError(
      'CONFLICT',
      `You can have at most ${most} unpaid orders at a time. Pay for one or cancel one, then try again.`,
    ),
  stock_insufficient: () => new ApiError('STOCK_INSUFFICIENT', 'Not enough of an item is in stock'),
  coupon_not_applicable: () => new ApiError('COUPON_NOT_APPLICABLE', 'This coupon cannot be used for this order'),
}

function replay(used: NonNullable<CheckoutInputs['used']>, fingerprint: string): StoreCheckoutSession {
  if (used.fingerprint !== fingerprint) throw refusals.key_reused()
  return used.response
}

async function hold(
  order: StoreOrder,
  made: { request: StartStoreCheckout; fingerprint: string; response: StoreCheckoutSession },
  { database, newId, holdSeconds, maxOpenHolds, signalOutbox }: Dependencies,
): Promise<HoldOutcome> {
  const { source, kind } = orderNames
  const result = await takeHold(database.pool, {
    order,
    maxOpenHolds,
    idempotencyKey: made.request.idempotencyKey,
    fingerprint: made.fingerprint,
    response: made.response,
    messages: [
      createEvent(source, order.id, 'order.created', presentFacts(order), { now: order.placedAt, newId }),
      holdTimerMessage(kind, order.id, holdSeconds, newId),
    ],
  })
  if (result.outcome === 'held') signalOutbox()
  return result
}

/** The order as it will be if it can be held. Throws NOT_FOUND, VARIANT_NOT_SELLABLE, COUPON_NOT_APPLICABLE. */
function compose(
  request: StartStoreCheckout,
  facts: CheckoutInputs,
  member: Member,
  { clock, newId, holdSeconds }: Dependencies,
): StoreOrder {
  const now = clock()
  const items = composeItems(request, facts)
  const subtotal = subtotalOf(items)
  const claim = request.couponClaimId === null ? null : requireApplicable(facts.claim, subtotal, now)
  const discount = claim ? couponDiscount(claim.coupon, subtotal) : money(0)
  return {
    id: newId(),
    customerId: member.customerId,
    buyerName: member.name,
    buyerEmail: member.email,
    recipientName: request.shipping?.recipientName ?? null,
    shippingPhone: request.shipping?.phone ?? null,
    shippingAddress: request.shipping?.address ?? null,
    ...storePricing(subtotal, shippingFee(subtotal, facts.shippingPolicy), discount),
    couponClaimId: claim?.id ?? null,
    coupon: claim && snapshotOf(claim.coupon),
    ...initialState,
    paymentMethod: request.paymentMethod,
    placedAt: now,
    paidAt: null,
    checkoutExpiresAt: new Date(now.getTime() + holdSeconds * 1000),
    updatedAt: now,
    items,
  }
}

function requireApplicable(claim: OwnClaim | null, subtotal: Money, now: Date): OwnClaim {
  if (!claim || !isApplicable(claim, null, subtotal, now)) throw refusals.coupon_not_applicable()
  return claim
}

/** Snapshots of what is asked for. Unknown variants are told before withdrawn ones. */
function composeItems(request: StartStoreCheckout, facts: CheckoutInputs): OrderItem[] {
  const sold = new Map(facts.variants.map(variant => [variant.variantId, variant]))
  const lines = request.items.map(item => {
    const variant = sold.get(item.variantId)
    if (!variant) throw new ApiError('NOT_FOUND', `No such product variant: "${item.variantId.slice(0, 64)}".`)
    return { item, variant }
  })
  if (lines.some(({ variant }) => !variant.sellable))
    throw new ApiError('VARIANT_NOT_SELLABLE', 'An item is no longer sold')
  return lines.map(({ item: { quantity }, variant: { price, sellable: _, ...variant } }, line) => ({
    id: facts.itemIds[line] ?? 0,
    ...variant,
    unitPrice: money(price),
    quantity,
    lineTotal: lineTotal(price, quantity),
  }))
}

/** Amounts that the client sent for comparison must be what the service computes (interface.md, POST, request). */
function requireAgreement(request: StartStoreCheckout, order: StoreOrder): void {
  const agrees = (sent: string | number | undefined, computed: string) =>
    sent === undefined || sameAmount(sent, computed)
  const agreed =
    request.items.every((item, line) => agrees(item.unitPrice, order.items[line]?.unitPrice ?? '0')) &&
    agrees(request.total, order.total) &&
    agrees(request.discount, order.discount)
  if (!agreed) throw new ApiError('CONFLICT', 'A price has changed: look at the cart again')
}

/** Amounts past numeric(12,2) come only of quantities that no store has, and are refused as such. */
function requireStorable({ subtotal, total }: StoreOrder): void {
  if (!moneyPattern.test(subtotal) || !moneyPattern.test(total)) throw refusals.stock_insufficient()
}
