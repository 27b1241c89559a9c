import type { Clock } from '@campstore/auth/identity'
import type { Logger } from '@campstore/core/telemetry/log'
import { type Service, startService } from '@campstore/service/start-service'
import { connectSharedCache } from './cache/shared-cache.ts'
import type { ProductsConfig } from './config.ts'
import { serveImages } from './images.ts'
import { productEndpoints } from './routes.ts'

/** Starts the products service. It starts, and waits, also while servers are away. */
export function startProductsService(config: ProductsConfig, log: Logger, clock?: Clock): Promise<Service> {
  const shared = config.REDIS_URL === undefined ? undefined : connectSharedCache(config.REDIS_URL, log)
  return startService({
    name: 'products',
    config,
    log,
    clock,
    entities: [],
    migrations: { schema: 'catalog', folder: new URL('./persistence/', import.meta.url) },
    health: async (): Promise<Record<string, { up: boolean; needed: boolean }>> =>
      shared ? { redis: { up: shared.isUp(), needed: false } } : {},
    build: running => ({
      endpoints: productEndpoints(running, shared),
      middleware: [serveImages(running)],
      connections: shared ? [shared] : [],
    }),
  })
}
