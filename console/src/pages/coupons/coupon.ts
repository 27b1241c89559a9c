import { type Schemas, useRead } from '../../app/client.ts'
import { useSession, useToday } from '../../app/session.ts'
import { addDays } from '../../lib/days.ts'

export type Coupon = Schemas['Coupon']

/** The greatest number of days of a report (docs/contract/admin.md#coupon-report). */
export const reportDays = 92

/** The cost of coupons in the last days, for administrators who may see orders and bookings. */
export function useCouponReport() {
  const { can } = useSession()
  const to = useToday()
  const from = addDays(to, 1 - reportDays)
  const options = { enabled: can('orders.view', 'bookings.view'), refetchInterval: 60_000 }
  return { from, to, query: useRead('reportCoupons', { from, to }, options) }
}

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
