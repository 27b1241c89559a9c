import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client, type QueryOf, type Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { useToday } from '../../app/shared-queries.ts'
import { addDays, type Day } from '../../lib/days.ts'
import { choiceFilter, textFilter } from '../../lib/filters.ts'

export type Coupon = Schemas['Coupon']

export const couponStatuses = ['active', 'inactive'] as const
export const claimStatuses = ['available', 'applied', 'used'] as const

/** The filters of the list, as the URL has them. */
export const couponFilters = {
  q: textFilter,
  status: choiceFilter(couponStatuses),
  sort: choiceFilter([
    'createdAt,asc',
    'createdAt,desc',
    'code,asc',
    'code,desc',
    'name,asc',
    'name,desc',
    'endsAt,asc',
    'endsAt,desc',
  ]),
}

/** The filters of a coupon's claims. */
export const claimFilters = { status: choiceFilter(claimStatuses) }

export const useCoupons = (fields: QueryOf<'listAdminCoupons'>) =>
  useQuery({
    queryKey: ['coupons', fields],
    queryFn: () => client().admin.listAdminCoupons(fields),
    placeholderData: keepPreviousData,
  })

export const useCoupon = (id: string) =>
  useQuery({ queryKey: ['coupons', 'detail', id], queryFn: () => client().admin.getCoupon({ id }) })

/** Claims on coupons, for those who may see customers. */
export function useClaims(fields: QueryOf<'listCouponClaims'>) {
  const { can } = useSession()
  return useQuery({
    queryKey: ['coupons', 'claims', fields],
    queryFn: () => client().admin.listCouponClaims(fields),
    placeholderData: keepPreviousData,
    enabled: can('customers.view'),
  })
}

/** How many claims on a coupon are on unpaid orders, for those who may see customers. */
export function useAppliedCount(couponId: string) {
  const { can } = useSession()
  return useQuery({
    queryKey: ['coupons', 'applied', couponId],
    queryFn: async () =>
      (await client().admin.listCouponClaims({ couponId, status: 'applied', size: 1 })).meta.totalElements,
    enabled: can('customers.view'),
  })
}

/** How many days a report covers at most (docs/contract/admin.md#coupon-report). */
export const reportDays = 92

/** What coupons cost in the last days, for those who may see orders and bookings. */
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
