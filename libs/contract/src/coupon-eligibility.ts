import type { ClaimStatus, Coupon, MemberCoupon } from './coupons.ts'

/** Facts that decide whether a claim can be used, apart from the price of an order. Times are ISO 8601. */
export type ClaimState = Pick<Coupon, 'status' | 'startsAt' | 'endsAt' | 'usageLimit'> & {
  claimStatus: ClaimStatus
  /** Claims that are used or applied; 0 where the coupon has no limit. */
  redemptions: number
}

/** Why a claim cannot be used, as reasons in the contract. */
export type ClaimRefusal = NonNullable<MemberCoupon['notApplicableBecause']>

/** Why a claim cannot be used on another order of any price, if so (docs/contract/coupons.md#eligibility). */
export function whyNotUsable(claim: ClaimState, now: Date): ClaimRefusal | null {
  if (claim.claimStatus === 'used') return 'used'
  if (claim.claimStatus === 'applied') return 'on_order'
  if (claim.status !== 'active') return 'inactive'
  if (now < new Date(claim.startsAt)) return 'not_started'
  if (now >= new Date(claim.endsAt)) return 'ended'
  return claim.usageLimit !== null && claim.redemptions >= claim.usageLimit ? 'used_up' : null
}
