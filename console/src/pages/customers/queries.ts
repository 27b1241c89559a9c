import { useQuery } from '@tanstack/react-query'
import { client, type Schemas } from '../../app/client.ts'

export type Customer = Schemas['AdminCustomerDetail']

export const useCustomer = (id: string) =>
  useQuery({ queryKey: ['customers', 'detail', id], queryFn: () => client().admin.getCustomer({ id }) })

/** The coupons that a customer can be given. */
export const useActiveCoupons = () =>
  useQuery({
    queryKey: ['coupons', 'active'],
    queryFn: () => client().admin.listAdminCoupons({ status: 'active', size: 100, sort: 'code,asc' }),
  })
