import { useQuery } from '@tanstack/react-query'
import { client, type Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { useToday } from '../../app/shared-queries.ts'
import { addDays, type Day } from '../../lib/days.ts'

export type Coupon = Schemas['Coupon']

export const useCoupon = (id: string) =>
  useQuery({ queryKey: ['coupons', 'detail', id], queryFn: () => client().admin.getCoupon({ id }) })

/** How many claims on a coupon are on unpaid orders, for administrators who may see customers. */
export function useAppliedCount(couponId: string) {
  const { can } = useSession()
  return useQuery({
    queryKey: ['coupons', 'applied', couponId],
    queryFn: async () =>
      (await client().admin.listCouponClaims({ couponId, status: 'applied', size: 1 })).meta.totalElements,
    enabled: can('customers.view'),
  })
}

/** The greatest number of days of a report (docs/contract/admin.md#coupon-report). */
export const reportDays = 92

/** The cost of coupons in the last days, for administrators who may see orders and bookings. */
export function useCouponReport(): { from: Day; to: Day; query: ReturnType<typeof useReport> } {
  const to = useToday()
  const from = addDays(to, 1 - reportDays)
  return { from, to, query: useReport(from, to) }
}

function useReport(from: Day, to: Day) {
  const { can } = useSession()
  return useQuery({
    queryKey: ['coupons', 'report', from, to],
    queryFn: () => client().admin.reportCoupons({ from, to }),
    enabled: can('orders.view', 'bookings.view'),
    refetchInterval: 60_000,
  })
}
