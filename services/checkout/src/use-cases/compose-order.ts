import type { Member } from '@campstore/auth/members'
import { type StoreQuote, type StoreQuoteRequest, storeQuoteSchema } from '@campstore/contract/checkout/quotes'
import type { StartStoreCheckout } from '@campstore/contract/checkout/schemas'
import { errorAt } from '@campstore/contract/errors'
import { present } from '@campstore/contract/present'
import { shortened } from '@campstore/contract/quoted'
import { type Language, writeIn } from '@campstore/contract/texts/language'
import { text } from '@campstore/contract/texts/text'
import { money } from '@campstore/core/money'
import { noRefunds } from '@campstore/holds/refund-reads'
import type { Dependencies } from '../dependencies.ts'
import { couponDiscount, requireApplicable, snapshotOf, whyNotApplicable } from '../domain/coupons.ts'
import { initialState } from '../domain/lifecycle.ts'
import {
  lineTotal,
  type PricedItem,
  type PricedOrder,
  shippingFee,
  storePricing,
  subtotalOf,
} from '../domain/pricing.ts'
import { nameOfVariant, requireAmountsInRange, variantPath } from '../domain/stock-refusals.ts'
import type { CheckoutInputs, PriceInputs, SoldVariant } from '../persistence/checkout.ts'
import { claimIdOrZero } from '../persistence/coupons.ts'
import type { StoreOrder } from '../persistence/orders.ts'

type ComposeDependencies = Pick<Dependencies, 'newId' | 'holdSeconds'> & {
  databaseClock: Pick<Dependencies['databaseClock'], 'instantOf'>
}

/**
 * What items cost now: the part of a checkout that a quote shows (docs/contract/store-checkout.md#quote). Throws
 * NOT_FOUND, VARIANT_NOT_SELLABLE, COUPON_NOT_APPLICABLE.
 */
export function priceOrder(
  { items: lines, couponClaimId }: StoreQuoteRequest,
  { variants, shippingPolicy, claim: ownClaim }: PriceInputs,
  now: Date,
): PricedOrder {
  const items = priceItems(lines, variants)
  const subtotal = subtotalOf(items)
  const claim = couponClaimId === null ? null : requireApplicable(ownClaim, null, subtotal, now)
  const discount = couponDiscount(claim?.coupon ?? null, subtotal)
  return { items, claim, ...storePricing(subtotal, shippingFee(subtotal, shippingPolicy), discount) }
}

/** The order that a request asks for, at today's prices. Throws as {@link priceOrder}. */
export function composeOrder(
  { databaseClock, newId, holdSeconds }: ComposeDependencies,
  request: StartStoreCheckout,
  inputs: CheckoutInputs,
  member: Member,
): StoreOrder {
  const now = databaseClock.instantOf(inputs.now)
  const { items, claim, ...pricing } = priceOrder(request, inputs, now)
  const { items: _, couponClaimId: __, shipping, total: ___, discount: ____, idempotencyKey: _____, ...given } = request
  return {
    ...given,
    id: newId(),
    customerId: member.customerId,
    buyerName: member.name,
    buyerEmail: member.email,
    buyerEmailVerified: member.emailVerified,
    recipientName: shipping?.recipientName ?? null,
    shippingPhone: shipping?.phone ?? null,
    shippingAddress: shipping?.address ?? null,
    ...pricing,
    couponClaimId: claim?.id ?? null,
    coupon: claim && snapshotOf(claim.coupon),
    ...initialState,
    ...noRefunds(),
    placedAt: now,
    paidAt: null,
    checkoutExpiresAt: new Date(now.getTime() + holdSeconds * 1000),
    updatedAt: now,
    carrier: null,
    trackingNumber: null,
    items: items.map((item, line) => ({ id: inputs.itemIds?.[line] ?? 0, ...item })),
  }
}

/** Snapshots of the requested items. Unknown variants are refused before inactive ones. */
function priceItems(items: StoreQuoteRequest['items'], variants: readonly SoldVariant[]): PricedItem[] {
  const sold = new Map(variants.map(variant => [variant.variantId, variant]))
  const lines = items.map((item, line) => {
    const variant = sold.get(item.variantId)
    if (variant) return { item, variant }
    const message = text('product.variantUnknown', { id: shortened(item.variantId) })
    throw errorAt('NOT_FOUND', variantPath(line), text('is.unknown'), message)
  })
  for (const [line, { variant }] of lines.entries()) {
    if (variant.sellable) continue
    const message = text('item.notSold', { name: shortened(nameOfVariant(variant)) })
    throw errorAt('VARIANT_NOT_SELLABLE', variantPath(line), text('item.isNotSold'), message)
  }
  return lines.map(({ item: { quantity }, variant: { price, sellable: _, ...variant } }) => ({
    ...variant,
    unitPrice: money(price),
    quantity,
    lineTotal: lineTotal(price, quantity),
  }))
}

/**
 * The price of an order and the effect of a coupon, by the code that prices a checkout; locks, writes and holds nothing
 * (docs/contract/store-checkout.md#quote). Throws NOT_FOUND, VARIANT_NOT_SELLABLE; STOCK_INSUFFICIENT for quantities
 * that no store has.
 */
export async function quoteOrder(
  { readCheckoutInputs, databaseClock }: Dependencies,
  request: StoreQuoteRequest,
  member: Member,
  language: Language,
): Promise<StoreQuote> {
  const { items, couponClaimId } = request
  const inputs = await readCheckoutInputs({
    customerId: member.customerId,
    variantIds: items.map(({ variantId }) => variantId),
    couponClaimId: couponClaimId === null ? null : claimIdOrZero(couponClaimId),
  })
  const now = databaseClock.instantOf(inputs.now)
  // The coupon counts unless the checkout would refuse it.
  const withoutCoupon = priceOrder({ items, couponClaimId: null }, inputs, now)
  const reason = couponClaimId === null ? undefined : whyNotApplicable(inputs.claim, null, withoutCoupon.subtotal, now)
  const priced = reason === undefined ? priceOrder(request, inputs, now) : withoutCoupon
  requireAmountsInRange(priced)
  const applicability = { applicable: reason === undefined, reason: reason ? writeIn(language, reason) : null }
  const coupon = couponClaimId === null ? null : { couponClaimId, ...applicability }
  return present(storeQuoteSchema, priced, { pricing: priced, coupon })
}
