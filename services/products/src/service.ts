import type { Clock } from '@campstore/auth/identity'
import type { Running } from '@campstore/core/run-until-stopped'
import type { Logger } from '@campstore/core/telemetry/log'
import { createStaffLists } from '@campstore/service/staff-lists'
import { startService } from '@campstore/service/start-service'
import { createCatalogueCache } from './catalogue-cache.ts'
import type { ProductsConfig } from './config.ts'
import { createFacetCache } from './facet-cache.ts'
import { serveImages } from './images.ts'
import { createAvailabilityReader } from './persistence/availability.ts'
import { createPageReader } from './persistence/catalogue.ts'
import { createInStockReader } from './persistence/in-stock.ts'
import { productsSqlFiles } from './persistence/sql-files.ts'
import { productEndpoints } from './routes.ts'

/** Starts the products service. It starts, and waits, also while the database is unavailable. */
export const startProductsService = (config: ProductsConfig, log: Logger, clock?: Clock): Promise<Running> =>
  startService({
    name: 'products',
    config,
    log,
    clock,
    entities: () => import('./persistence/entities.ts'),
    migrations: { schema: 'catalog', ...productsSqlFiles },
    build: context => {
      const { reads } = context.database
      const readAvailability = createAvailabilityReader(reads)
      const readInStock = createInStockReader(reads)
      return {
        endpoints: productEndpoints({
          ...context,
          answerFromCache: createCatalogueCache(readAvailability),
          answerFacets: createFacetCache(reads, readAvailability, readInStock),
          readPage: createPageReader(reads, readInStock),
          findPage: createStaffLists(context.database),
        }),
        middleware: [serveImages(reads)],
      }
    },
  })
