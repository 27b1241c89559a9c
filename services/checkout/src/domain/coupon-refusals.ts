import { type ApiError, errorAt } from '@campstore/contract/errors'
import { shortened } from '@campstore/contract/quoted'
import { type Text, text } from '@campstore/contract/texts/text'
import type { Money } from '@campstore/core/money'
import { type OwnClaim, whyNotApplicable } from '../domain/coupons.ts'

/**
 * A claim that can be used on an order. An unknown claim and another customer's are refused alike
 * (docs/contract/coupons.md#eligibility).
 *
 * @param orderId the order that the claim may be applied to already
 * @throws {ApiError} COUPON_NOT_APPLICABLE with the reason
 */
export function requireApplicable(
  claim: OwnClaim | null | undefined,
  orderId: string | null,
  subtotal: Money,
  now: Date,
): OwnClaim {
  if (!claim) throw refuse(text('coupon.isNotOwn'), text('coupon.notOwn'))
  const reason = whyNotApplicable(claim, orderId, subtotal, now)
  if (reason === undefined) return claim
  throw refuse(reason, text('coupon.refused', { name: shortened(claim.coupon.name), reason }))
}

/** The refusal of a claim that another request has used, or of a coupon that was used up or changed, in this moment. */
export const couponChanged = (): ApiError => refuse(text('coupon.unusable'), text('coupon.justChanged'))

const refuse = (reason: Text, message: Text): ApiError =>
  errorAt('COUPON_NOT_APPLICABLE', 'couponClaimId', reason, message)
