import type { Clock } from '@campstore/auth/identity'
import type { Logger } from '@campstore/core/telemetry/log'
import { inBackground } from '@campstore/service/dependencies'
import { createStaffLists } from '@campstore/service/staff-lists'
import { type Service, startService } from '@campstore/service/start-service'
import type { MeConfig } from './config.ts'
import { spendingTopology, startPurchaseConsumer } from './consumers/purchases.ts'
import { meEndpoints } from './routes.ts'

/** Starts the me service. It starts, and waits, also while servers are away. */
export function startMeService(config: MeConfig, log: Logger, clock?: Clock): Promise<Service> {
  return startService({
    name: 'me',
    config,
    log,
    clock,
    entities: [],
    migrations: { schema: 'member', folder: new URL('./persistence/', import.meta.url) },
    broker: { url: config.RABBITMQ_URL, topology: spendingTopology },
    build: running => ({
      endpoints: meEndpoints(running, createStaffLists(running.database)),
      startBackground: () => [startPurchaseConsumer(inBackground(running))],
    }),
  })
}
