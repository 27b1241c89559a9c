import { productRoutes } from '@campstore/contract/products/routes'
import type { Product } from '@campstore/contract/products/schemas'
import type { Running } from '@campstore/core/run-until-stopped'
import type { Logger } from '@campstore/core/telemetry/log'
import { createApp } from '@campstore/http/app'
import { endpoints } from '@campstore/http/endpoint'
import { listen } from '@campstore/http/listen'
import { responseCheckOf } from '@campstore/service/config'
import type { MockConfig } from './config.ts'
import { countFacets, selectPage } from './domain/select-page.ts'
import { readMockCatalogue } from './mock-catalogue.ts'
import { productNotFound } from './use-cases/read-catalogue.ts'

/**
 * Starts the products service in mock mode: the catalogue of a file, with the same filters, sorts and paging, and no server
 * of any kind. Throws ConfigError naming file, record and field of an invalid value.
 */
export function startMockProductsService(config: MockConfig, log: Logger): Promise<Running> {
  const products = readMockCatalogue(config.CATALOGUE_MOCK_FILE)
  const byId = new Map(products.map(product => [product.id, product]))
  const read = async (id: string): Promise<Product> => {
    const product = byId.get(id)
    if (!product) throw productNotFound()
    return product
  }
  const app = createApp({
    log,
    endpoints: endpoints(productRoutes, {
      listProducts: async ({ query }) => selectPage(products, query),
      getFacets: async ({ query }) => countFacets(products, query),
      getProduct: ({ params }) => read(params.id),
    }),
    authenticate: {},
    isUnavailable: () => false,
    responseCheck: responseCheckOf(config),
    health: async () => ({}),
  })
  return listen(app, {
    host: config.HOST,
    port: config.PORT,
    maxConcurrentRequests: config.MAX_CONCURRENT_REQUESTS,
    log,
  })
}
