import type { ClaimStatus } from '@campstore/contract/coupons'
import type { ErrorDetail } from '@campstore/contract/errors'
import { exact, least, type Money, money } from '@campstore/core/money'

/** What a coupon takes off, as an order keeps it: amounts are TWD, a percentage is of the subtotal. */
export type CouponSnapshot = {
  id: string
  code: string
  name: string
  discountType: 'percentage' | 'fixed'
  discountValue: string
  minSpend: string
  maxDiscount: string | null
}

/** A customer's own claim, with its coupon and what decides whether it can be used. Times are ISO 8601. */
export type OwnClaim = {
  id: number
  status: ClaimStatus
  orderId: string | null
  coupon: CouponSnapshot & {
    status: 'active' | 'inactive'
    startsAt: string
    endsAt: string
    usageLimit: number | null
    /** Claims that are used or applied. */
    taken: number
  }
}

/**
 * Whether a claim can be used on an order (decisions.md, 8). The period includes its start and ends before its end. What
 * others may change meanwhile, its being free and the usage limit, is judged once more under its lock.
 *
 * @param orderId the order it may already be on
 */
export function isApplicable(claim: OwnClaim, orderId: string | null, subtotal: Money, now: Date): boolean {
  const { coupon } = claim
  const onThisOrder = claim.status === 'applied' && claim.orderId === orderId
  if (claim.status !== 'available' && !onThisOrder) return false
  if (coupon.status !== 'active') return false
  if (now < new Date(coupon.startsAt) || now >= new Date(coupon.endsAt)) return false
  if (exact(subtotal).lessThan(coupon.minSpend)) return false
  return onThisOrder || coupon.usageLimit === null || coupon.taken < coupon.usageLimit
}

/** What a coupon takes off a subtotal: a percentage, rounded and capped; or an amount, at most the subtotal. */
export function couponDiscount(coupon: CouponSnapshot, subtotal: Money): Money {
  if (coupon.discountType === 'fixed') return least(coupon.discountValue, subtotal)
  const share = money(exact(subtotal).times(coupon.discountValue).dividedBy(100))
  return coupon.maxDiscount === null ? share : least(share, coupon.maxDiscount)
}

/** What an order keeps of a coupon. */
export const snapshotOf = (coupon: CouponSnapshot): CouponSnapshot => ({
  id: coupon.id,
  code: coupon.code,
  name: coupon.name,
  discountType: coupon.discountType,
  discountValue: coupon.discountValue,
  minSpend: coupon.minSpend,
  maxDiscount: coupon.maxDiscount,
})

/** What a coupon's fields must agree on. */
export type CouponTerms = {
  discountType: 'percentage' | 'fixed'
  discountValue: string
  startsAt: Date
  endsAt: Date
}

/** The years that timestamps can be written in. */
const isInCalendar = (at: Date): boolean => at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9999

/**
 * What is wrong with a coupon as a whole (decisions.md, 8), by the field that has to be another.
 *
 * @param changed the fields that are being written: of two that do not agree, it is one of these
 */
export function faultsOf(terms: CouponTerms, changed: { endsAt?: unknown }): ErrorDetail[] {
  const faults = (['startsAt', 'endsAt'] as const)
    .filter(field => !isInCalendar(terms[field]))
    .map((path): ErrorDetail => ({ path, message: 'must be in the years 1 to 9999' }))
  if (terms.discountType === 'percentage' && exact(terms.discountValue).greaterThan(100))
    faults.push({ path: 'discountValue', message: 'a percentage is at most 100' })
  if (terms.endsAt <= terms.startsAt)
    faults.push(
      changed.endsAt === undefined
        ? { path: 'startsAt', message: 'must be before endsAt' }
        : { path: 'endsAt', message: 'must be after startsAt' },
    )
  return faults
}
