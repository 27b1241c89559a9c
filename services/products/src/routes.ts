import { productRoutes } from '@campstore/contract/products/routes'
import { type Endpoint, endpoint } from '@campstore/http/endpoint'
import type { SharedCache } from './cache/shared-cache.ts'
import type { Dependencies } from './dependencies.ts'
import { answerLive } from './use-cases/answer-live.ts'
import { listProducts } from './use-cases/list-products.ts'
import { readProduct } from './use-cases/read-product.ts'

/** Each declared route and the use case that answers it. */
export function productEndpoints(given: Dependencies, shared: SharedCache | undefined): Endpoint[] {
  const answer = answerLive(given.database, shared)
  const [list, read] = [listProducts(given, answer), readProduct(given, answer)]
  return [
    endpoint(productRoutes.listProducts, ({ query }) => list(query)),
    endpoint(productRoutes.getProduct, ({ params }) => read(params.id)),
  ]
}
