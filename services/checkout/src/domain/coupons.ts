import { storeTimeZone } from '@campstore/contract/booking/bounds'
import { type ClaimRefusal, whyNotUsable } from '@campstore/contract/coupon-eligibility'
import type { ClaimStatus, Coupon } from '@campstore/contract/coupons'
import type { Mistake } from '@campstore/contract/errors'
import { localTime, type Text, text } from '@campstore/contract/texts/text'
import { exact, least, type Money, money } from '@campstore/core/money'

/** A coupon as an order stores it: amounts are TWD, a percentage is of the subtotal. */
export type CouponSnapshot = Pick<
  Coupon,
  'id' | 'code' | 'name' | 'discountType' | 'discountValue' | 'minSpend' | 'maxDiscount'
>

/** A customer's own claim, with its coupon and everything that decides whether it can be used. Times are ISO 8601. */
export type OwnClaim = {
  id: number
  status: ClaimStatus
  orderId: string | null
  coupon: Omit<Coupon, 'usedCount' | 'createdAt' | 'updatedAt'> & {
    /** Claims that are used or applied; 0 where the coupon has no limit. */
    redemptions: number
  }
}

/**
 * Why a claim cannot be used on an order (docs/contract/coupons.md#eligibility), as the end of a sentence that begins with the
 * coupon; undefined when it can. Other transactions may change whether it
 * is available and how much of the usage limit is left: both are checked again under its lock.
 *
 * @param orderId the order that the claim may be applied to already
 */
export function whyNotApplicable(
  claim: OwnClaim,
  orderId: string | null,
  subtotal: Money,
  now: Date,
): Text | undefined {
  const { coupon, status } = claim
  // A claim that is already on this order has its redemption.
  const isOnThisOrder = status === 'applied' && claim.orderId === orderId
  const state = isOnThisOrder
    ? ({ ...coupon, claimStatus: 'available', usageLimit: null } as const)
    : { ...coupon, claimStatus: status }
  const reason = whyNotUsable(state, now)
  if (reason !== null && reason !== 'used_up') return refusals[reason](coupon)
  if (exact(subtotal).lessThan(coupon.minSpend)) {
    return text('coupon.minimum', { minimum: coupon.minSpend, subtotal })
  }
  return reason === null ? undefined : refusals[reason](coupon)
}

const refusals: Readonly<Record<ClaimRefusal, (coupon: Pick<Coupon, 'startsAt' | 'endsAt'>) => Text>> = {
  used: () => text('coupon.used'),
  on_order: () => text('coupon.onAnotherOrder'),
  inactive: () => text('coupon.inactive'),
  not_started: ({ startsAt }) => text('coupon.notYet', { time: localTime(new Date(startsAt), storeTimeZone) }),
  ended: ({ endsAt }) => text('coupon.expired', { time: localTime(new Date(Date.parse(endsAt) - 1), storeTimeZone) }),
  used_up: () => text('coupon.usedUp'),
}

/** The discount on a subtotal: a percentage, rounded and capped; or an amount, at most the subtotal. */
export function couponDiscount(coupon: CouponSnapshot, subtotal: Money): Money {
  if (coupon.discountType === 'fixed') return least(coupon.discountValue, subtotal)
  const share = money(exact(subtotal).times(coupon.discountValue).dividedBy(100))
  return coupon.maxDiscount === null ? share : least(share, coupon.maxDiscount)
}

/** The part of a coupon that an order stores. */
export const snapshotOf = (coupon: CouponSnapshot): CouponSnapshot => ({
  id: coupon.id,
  code: coupon.code,
  name: coupon.name,
  discountType: coupon.discountType,
  discountValue: coupon.discountValue,
  minSpend: coupon.minSpend,
  maxDiscount: coupon.maxDiscount,
})

/** The fields of a coupon that depend on each other. */
export type CouponTerms = Pick<Coupon, 'discountType'> & { discountValue: string; startsAt: Date; endsAt: Date }

/** The years that timestamps can be written in. */
const isInCalendar = (at: Date): boolean => at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9999

/**
 * The mistakes in a coupon as a whole (docs/contract/admin.md#coupons), with the field that must change.
 *
 * @param changed the fields that the request writes: if two fields contradict each other, the error names one of these
 */
export function validateCoupon(terms: CouponTerms, changed: { endsAt?: unknown }): Mistake[] {
  const errors = (['startsAt', 'endsAt'] as const)
    .filter(field => !isInCalendar(terms[field]))
    .map((path): Mistake => ({ path, reason: text('must.beInCalendar') }))
  if (terms.discountType === 'percentage' && exact(terms.discountValue).greaterThan(100))
    errors.push({ path: 'discountValue', reason: text('must.beAtMostForPercentage') })
  if (terms.endsAt <= terms.startsAt)
    errors.push(
      changed.endsAt === undefined
        ? { path: 'startsAt', reason: text('must.beBeforeField', { field: 'endsAt' }) }
        : { path: 'endsAt', reason: text('must.beAfterField', { field: 'startsAt' }) },
    )
  return errors
}
