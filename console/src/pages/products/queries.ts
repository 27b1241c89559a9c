import { useQuery } from '@tanstack/react-query'
import { client, type Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'

export type Product = Schemas['AdminProduct']
export type Variant = Product['variants'][number]

export const useProduct = (id: string) =>
  useQuery({ queryKey: ['products', 'detail', id], queryFn: () => client().admin.getAdminProduct({ id }) })

/** How often the open orders of a product's variants are counted again: one request for each variant. */
const countMs = 60_000

/**
 * How many open orders hold each variant of a product, for those who may see orders. They are counted one after the other: a
 * product may have a hundred variants.
 */
export function useOpenOrders({ id, variants }: Product) {
  const { can } = useSession()
  const ids = variants.map(variant => variant.id)
  return useQuery({
    queryKey: ['orders', 'open', id, ids],
    queryFn: async ({ signal }) => {
      const counts: Record<string, number> = {}
      for (const variantId of ids) {
        const fields = { variantId, status: ['unshipped' as const], size: 1 }
        counts[variantId] = (await client().admin.listAdminOrders(fields, { signal })).meta.totalElements
      }
      return counts
    },
    enabled: can('orders.view'),
    staleTime: countMs,
    refetchInterval: countMs,
  })
}
