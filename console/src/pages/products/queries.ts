import { useQuery } from '@tanstack/react-query'
import { client, type Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'

export type Product = Schemas['AdminProduct']
export type Variant = Product['variants'][number]

/** The brands and categories of published products. */
export const useFacets = () =>
  useQuery({ queryKey: ['products', 'facets'], queryFn: () => client().products.getFacets() })

/** How often a variant's orders to ship are counted again: one request for each variant. */
const countMs = 60_000

/** The orders to ship that contain each variant, counted one after the other: a product may have a hundred. */
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
