import { storeTimeZone } from '@campstore/contract/booking/bounds'
import { type ClaimRefusal, whyNotUsable } from '@campstore/contract/coupon-eligibility'
import { type Coupon, type CouponClaim, couponSchema } from '@campstore/contract/coupons'
import { type ApiError, errorAt, type Mistake } from '@campstore/contract/errors'
import { present } from '@campstore/contract/present'
import { shortened } from '@campstore/contract/quoted'
import { localTime, type Text, text } from '@campstore/contract/texts/text'
import { exact, least, type Money, money } from '@campstore/core/money'
import { z } from 'zod'

const couponSnapshotSchema = couponSchema.pick({
  id: true,
  code: true,
  name: true,
  discountType: true,
  discountValue: true,
  minSpend: true,
  maxDiscount: true,
})

/** A coupon as an order stores it: amounts are TWD, a percentage is of the subtotal. */
export type CouponSnapshot = z.infer<typeof couponSnapshotSchema>

/** A coupon with everything that decides whether a claim on it can be used; `redemptions` is 0 where it has no limit. */
export const claimedCouponSchema = couponSchema
  .omit({ usedCount: true, createdAt: true, updatedAt: true })
  .extend({ redemptions: z.int() })

/** A customer's own claim with its coupon. Times are ISO 8601. */
export type OwnClaim = Pick<CouponClaim, 'id' | 'status' | 'orderId'> & { coupon: z.infer<typeof claimedCouponSchema> }

/**
 * Why a claim cannot be used on an order (docs/contract/coupons.md#eligibility), as the end of a sentence that begins with the
 * coupon; undefined when it can. An unknown claim and another customer's are refused alike. Other transactions may change whether it
 * is available and how much of the usage limit is left: both are checked again under its lock.
 *
 * @param orderId the order that the claim may be applied to already
 */
export function whyNotApplicable(
  claim: OwnClaim | null | undefined,
  orderId: string | null,
  subtotal: Money,
  now: Date,
): Text | undefined {
  if (!claim) return notOwn
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

const notOwn = text('coupon.isNotOwn')

const refusals: Readonly<Record<ClaimRefusal, (coupon: Pick<Coupon, 'startsAt' | 'endsAt'>) => Text>> = {
  used: () => text('coupon.used'),
  on_order: () => text('coupon.onAnotherOrder'),
  inactive: () => text('coupon.inactive'),
  not_started: ({ startsAt }) => text('coupon.notYet', { time: localTime(new Date(startsAt), storeTimeZone) }),
  ended: ({ endsAt }) => text('coupon.expired', { time: localTime(new Date(Date.parse(endsAt) - 1), storeTimeZone) }),
  used_up: () => text('coupon.usedUp'),
}

/** A claim that can be used on an order. Throws COUPON_NOT_APPLICABLE with the reason of {@link whyNotApplicable}. */
export function requireApplicable(
  claim: OwnClaim | null | undefined,
  orderId: string | null,
  subtotal: Money,
  now: Date,
): OwnClaim {
  if (!claim) throw refuse(notOwn, text('coupon.notOwn'))
  const reason = whyNotApplicable(claim, orderId, subtotal, now)
  if (reason === undefined) return claim
  throw refuse(reason, text('coupon.refused', { name: shortened(claim.coupon.name), reason }))
}

/** The refusal of a claim that another request has used, or of a coupon that was used up or changed, in this moment. */
export const couponChanged = (): ApiError => refuse(text('coupon.unusable'), text('coupon.justChanged'))

const refuse = (reason: Text, message: Text): ApiError =>
  errorAt('COUPON_NOT_APPLICABLE', 'couponClaimId', reason, message)

/** The discount on a subtotal: a percentage, rounded and capped; or an amount, at most the subtotal; 0.00 without a coupon. */
export function couponDiscount(coupon: CouponSnapshot | null, subtotal: Money): Money {
  if (!coupon) return money(0)
  if (coupon.discountType === 'fixed') return least(coupon.discountValue, subtotal)
  const share = money(exact(subtotal).times(coupon.discountValue).dividedBy(100))
  return coupon.maxDiscount === null ? share : least(share, coupon.maxDiscount)
}

/** The part of a coupon that an order stores. */
export const snapshotOf = (coupon: CouponSnapshot): CouponSnapshot => present(couponSnapshotSchema, coupon)

/**
 * The mistakes in a changed coupon as a whole (docs/contract/admin.md#coupons), as the contract finds them in a new one.
 *
 * @param changed the fields that the request writes: if the times contradict each other, the error names one of these
 */
export function mistakesIn(
  coupon: Pick<Coupon, 'discountType' | 'discountValue'> & Record<'startsAt' | 'endsAt', Date>,
  changed: { endsAt?: unknown },
): Mistake[] {
  const { discountType, discountValue, startsAt, endsAt } = coupon
  const mistakes: Mistake[] = []
  if (discountType === 'percentage' && exact(discountValue).greaterThan(100))
    mistakes.push({ path: 'discountValue', reason: text('must.beAtMostForPercentage') })
  if (endsAt <= startsAt)
    mistakes.push(
      changed.endsAt === undefined
        ? { path: 'startsAt', reason: text('must.beBeforeField', { field: 'endsAt' }) }
        : { path: 'endsAt', reason: text('must.beAfterField', { field: 'startsAt' }) },
    )
  return mistakes
}
