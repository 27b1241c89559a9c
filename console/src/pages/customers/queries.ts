import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client, type QueryOf, type Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { choiceFilter, textFilter } from '../../lib/filters.ts'

export type Customer = Schemas['AdminCustomerDetail']

export const customerStatuses = ['active', 'suspended', 'deleted'] as const
export const tiers = ['bronze', 'silver', 'gold', 'platinum'] as const

/** The filters of the list, as the URL has them. */
export const customerFilters = {
  q: textFilter,
  status: choiceFilter(customerStatuses),
  tier: choiceFilter(tiers),
  sort: choiceFilter([
    'registeredAt,asc',
    'registeredAt,desc',
    'totalSpent,asc',
    'totalSpent,desc',
    'name,asc',
    'name,desc',
    'points,asc',
    'points,desc',
  ]),
}

export const useCustomers = (fields: QueryOf<'listCustomers'>) =>
  useQuery({
    queryKey: ['customers', fields],
    queryFn: () => client().admin.listCustomers(fields),
    placeholderData: keepPreviousData,
  })

export const useCustomer = (id: string) =>
  useQuery({ queryKey: ['customers', 'detail', id], queryFn: () => client().admin.getCustomer({ id }) })

/** A customer's claims on coupons, for those who may see coupons. */
export function useClaimsOf(customerId: string) {
  const { can } = useSession()
  return useQuery({
    queryKey: ['coupons', 'claims', { customerId }],
    queryFn: () => client().admin.listCouponClaims({ customerId, size: 50 }),
    enabled: can('coupons.view'),
  })
}

/** The coupons that a customer can be given. */
export const useActiveCoupons = () =>
  useQuery({
    queryKey: ['coupons', 'active'],
    queryFn: () => client().admin.listAdminCoupons({ status: 'active', size: 100, sort: 'code,asc' }),
  })
