import { pageMeta } from '@campstore/contract/envelope'
import { orderOf, type ProductsQuery } from '@campstore/contract/products/schemas'
import { PreparedBody } from '@campstore/http/prepared'
import type { CatalogueDependencies } from '../dependencies.ts'
import { filterKey } from '../persistence/catalogue.ts'
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
