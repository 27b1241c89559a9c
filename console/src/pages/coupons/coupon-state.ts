import type { Coupon } from './queries.ts'

/** Whether a coupon can be used now, and if not, why. */
export type CouponState = 'running' | 'planned' | 'over' | 'usedUp' | 'inactive'

type Fields = Pick<Coupon, 'status' | 'startsAt' | 'endsAt' | 'usageLimit' | 'usedCount'>

/** The state of a coupon at an instant, by its own fields. */
export function stateOf({ status, startsAt, endsAt, usageLimit, usedCount }: Fields, now: number): CouponState {
  if (status === 'inactive') return 'inactive'
  if (now >= Date.parse(endsAt)) return 'over'
  if (usageLimit !== null && usedCount >= usageLimit) return 'usedUp'
  return now < Date.parse(startsAt) ? 'planned' : 'running'
}
