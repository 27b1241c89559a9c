import { useQuery } from '@tanstack/react-query'
import { client, type Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'

export type Customer = Schemas['AdminCustomerDetail']

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
