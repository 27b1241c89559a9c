import { useQuery } from '@tanstack/react-query'
import { client, type QueryOf, type Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { useKnownCustomer } from '../../app/shared-queries.ts'

export type Order = Schemas['AdminOrder']

export const useOrder = (id: string) =>
  useQuery({ queryKey: ['orders', 'detail', id], queryFn: () => client().admin.getAdminOrder({ id }) })

/** The names of the records that a link has narrowed the list down to, for those who may see them. */
export function useLinkedNames({ customerId, couponId = '', variantId = '' }: QueryOf<'listAdminOrders'>) {
  const { can } = useSession()
  const coupon = useQuery({
    queryKey: ['coupons', 'detail', couponId],
    queryFn: () => client().admin.getCoupon({ id: couponId }),
    enabled: couponId !== '' && can('coupons.view'),
  })
  const variant = useQuery({
    queryKey: ['stock', 'variant', variantId],
    queryFn: async () => (await client().admin.listStock({ variantId })).data[0] ?? null,
    enabled: variantId !== '' && can('inventory.view'),
  })
  return { customer: useKnownCustomer(customerId), coupon: coupon.data?.code, variant: variant.data?.sku }
}
