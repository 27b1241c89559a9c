import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client, type QueryOf, type Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { choiceFilter, textFilter } from '../../lib/filters.ts'

export type Product = Schemas['AdminProduct']
export type Variant = Product['variants'][number]

export const productStatuses = ['active', 'inactive'] as const

/** The filters of the list, as the URL has them. */
export const productFilters = {
  q: textFilter,
  status: choiceFilter(productStatuses),
  category: textFilter,
  brand: textFilter,
  sort: choiceFilter(['id,asc', 'id,desc', 'name,asc', 'name,desc', 'createdAt,asc', 'createdAt,desc']),
}

export const useProducts = (fields: QueryOf<'listAdminProducts'>) =>
  useQuery({
    queryKey: ['products', fields],
    queryFn: () => client().admin.listAdminProducts(fields),
    placeholderData: keepPreviousData,
  })

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
