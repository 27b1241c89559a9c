import type { ClaimStatus, Coupon, MemberCoupon } from '@campstore/contract/coupons'

/** What decides whether a claim can be used. Times are ISO 8601. */
export type ClaimState = Pick<Coupon, 'status' | 'startsAt' | 'endsAt' | 'usageLimit'> & {
  claimStatus: ClaimStatus
  /** Claims that are used or applied; 0 where the coupon has no limit. */
  redemptions: number
}

/**
 * Why a claim cannot be used on a further order now, however much that costs; null when it can. The rules, and their order, are
 * those by which the checkout decides (docs/contract/coupons.md#eligibility).
 */
export function whyNotApplicable(claim: ClaimState, now: Date): MemberCoupon['notApplicableBecause'] {
  if (claim.claimStatus === 'used') return 'used'
  if (claim.claimStatus === 'applied') return 'on_order'
  if (claim.status !== 'active') return 'inactive'
  if (now < new Date(claim.startsAt)) return 'not_started'
  if (now >= new Date(claim.endsAt)) return 'ended'
  return claim.usageLimit !== null && claim.redemptions >= claim.usageLimit ? 'used_up' : null
}
