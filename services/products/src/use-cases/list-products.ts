import { pageMeta } from '@campstore/contract/envelope'
import { productRoutes } from '@campstore/contract/products/routes'
import type { ProductsQuery } from '@campstore/contract/products/schemas'
import { type PreparedBody, prepared } from '@campstore/http/prepared'
import { createLruCache } from '../cache/lru-cache.ts'
import type { Dependencies } from '../dependencies.ts'
import type { ResponseTemplate } from '../domain/response-template.ts'
import { type ListedPage, readPage } from '../persistence/catalogue.ts'
import { presentProduct } from '../presenters.ts'
import type { AnswerLive } from './cached-response.ts'
import { isAnswerOf, prepareAnswer } from './render-template.ts'

/** How many products a filter lets pass, in the state of the catalogue that `revision` names. */
type Total = { revision: string; total: number }

/** Products that customers can see, a page of them, with live availability (interface.md, Product catalogue). */
export const listProducts = ({ database }: Dependencies, answer: AnswerLive) => {
  const isSound = isAnswerOf(productRoutes.listProducts)
  const totals = createLruCache<Total>({ count: 500, size: 500 })

  /** The page and its total, of one state of the catalogue; a total that is known is not counted again. */
  const read = async (query: ProductsQuery): Promise<ListedPage & Total> => {
    const filter = filterOf(query)
    const known = totals.get(filter)
    if (known) {
      const page = await readPage(database.pool, query, false)
      if (page.revision === known.revision) return { ...page, total: known.total }
    }
    const page = await readPage(database.pool, query, true)
    const total = page.total ?? 0
    if (total > 0) totals.set(filter, { revision: page.revision, total }, 1)
    return { ...page, total }
  }
  const make = async (query: ProductsQuery): Promise<ResponseTemplate> => {
    const { revision, products, total } = await read(query)
    const data = products.map(presentProduct)
    return prepareAnswer({
      revision,
      variantIds: products.flatMap(({ variants }) => variants.map(({ id }) => id)),
      body: { success: true, data, meta: pageMeta(query.page, query.size, total) },
    })
  }
  return async (query: ProductsQuery): Promise<PreparedBody> => {
    const json = await answer(keyOf(query), { make: () => make(query), isSound })
    if (json === undefined) throw new Error('every page has an answer')
    return prepared(json)
  }
}

const filterOf = ({ category, brand, minPrice, maxPrice }: ProductsQuery): string =>
  JSON.stringify([category ?? null, brand ?? null, minPrice ?? null, maxPrice ?? null])

const keyOf = (query: ProductsQuery): string => `list ${query.page} ${query.size} ${query.sort} ${filterOf(query)}`
