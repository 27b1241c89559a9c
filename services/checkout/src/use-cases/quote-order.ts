import type { Member } from '@campstore/auth/members'
import { type StoreQuote, type StoreQuoteRequest, storeQuoteSchema } from '@campstore/contract/checkout/quotes'
import { present } from '@campstore/contract/present'
import { type Language, writeIn } from '@campstore/contract/texts/language'
import type { Dependencies } from '../dependencies.ts'
import { whyNotApplicable } from '../domain/coupons.ts'
import { requireAmountsInRange } from '../domain/stock-refusals.ts'
import { claimIdOrZero } from '../persistence/coupon-claims.ts'
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
