import { pageMeta } from '@campstore/contract/envelope'
import { ApiError } from '@campstore/contract/errors'
import { orderOf, type ProductsQuery } from '@campstore/contract/products/schemas'
import { text } from '@campstore/contract/texts/text'
import { PreparedBody } from '@campstore/http/prepared'
import type { CatalogueDependencies } from '../dependencies.ts'
import { filterKey, readProduct as findProduct } from '../persistence/catalogue.ts'
import { inStockMaxAgeMs } from '../persistence/in-stock.ts'

/** One page of the products that customers can see, with live availability (docs/contract/catalogue.md#list). */
export async function listProducts(deps: CatalogueDependencies, query: ProductsQuery): Promise<PreparedBody> {
  const { json, total } = await deps.answerFromCache({
    key: keyOf(query),
    // The quantities that a page shows are live; which products it has may be this old.
    maxAgeMs: query.inStock ? inStockMaxAgeMs : undefined,
    read: () => deps.readPage(query),
    present: (data, total) => ({ success: true, data, meta: pageMeta(query.page, query.size, total) }),
  })
  return new PreparedBody(json, { page: query.page, size: query.size, totalElements: total })
}

const keyOf = (query: ProductsQuery): string =>
  `list ${JSON.stringify([query.page, query.size, orderOf(query)])} ${filterKey(query)}`

/**
 * One product that customers can see, with live availability (docs/contract/catalogue.md#visibility). Throws NOT_FOUND
 * for an unknown id and for a product that customers cannot see.
 */
export async function readProduct(deps: CatalogueDependencies, id: string): Promise<PreparedBody> {
  const { json } = await deps.answerFromCache({
    key: `product ${id}`,
    read: () => findProduct(deps.database.reads, id),
    present: ([data]) => {
      if (!data) throw productNotFound()
      return { success: true, data }
    },
  })
  return new PreparedBody(json)
}

/** The refusal of an id of no product that the caller can see. */
export const productNotFound = () => new ApiError('NOT_FOUND', text('product.notFound'))
