import type { Member } from '@campstore/auth/members'
import type { StoreQuote, StoreQuoteRequest } from '@campstore/contract/checkout/quotes'
import { ApiError } from '@campstore/contract/errors'
import { type Language, writeIn } from '@campstore/contract/texts/language'
import type { Dependencies } from '../dependencies.ts'
import type { PricedOrder } from '../domain/pricing.ts'
import { requireAmountsInRange } from '../domain/stock-refusals.ts'
import type { PriceInputs } from '../persistence/checkout.ts'
import { claimIdOrZero } from '../persistence/coupon-claims.ts'
import { presentQuote } from '../presenters.ts'
import { priceOrder } from './compose-order.ts'

/**
 * The price of an order and the effect of a coupon, by the code that prices a checkout; locks, writes and holds nothing
 * (docs/contract/store-checkout.md#quote).
 *
 * @throws {ApiError} NOT_FOUND, VARIANT_NOT_SELLABLE; STOCK_INSUFFICIENT for quantities that no store has
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
  const { priced, reason } = priceWithOrWithout(request, inputs, databaseClock.instantOf(inputs.now), language)
  requireAmountsInRange(priced)
  const coupon = couponClaimId === null ? null : { couponClaimId, applicable: reason === null, reason }
  return presentQuote(priced, coupon)
}

/** The order with its coupon; or without it, where the checkout would refuse it, and why. */
function priceWithOrWithout(
  request: StoreQuoteRequest,
  inputs: PriceInputs,
  now: Date,
  language: Language,
): { priced: PricedOrder; reason: string | null } {
  try {
    return { priced: priceOrder(request, inputs, now), reason: null }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'COUPON_NOT_APPLICABLE') throw error
    const reason = writeIn(language, error.mistakes?.[0]?.reason ?? error.text)
    return { priced: priceOrder({ ...request, couponClaimId: null }, inputs, now), reason }
  }
}
