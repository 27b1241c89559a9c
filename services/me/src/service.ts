import type { Clock } from '@campstore/auth/identity'
import type { Running } from '@campstore/core/run-until-stopped'
import type { Logger } from '@campstore/core/telemetry/log'
import { createStaffLists } from '@campstore/service/staff-lists'
import { startService } from '@campstore/service/start-service'
import { streamLimits } from '@campstore/service/streams'
import type { MeConfig } from './config.ts'
import { countPurchaseMessages, purchaseTopology, startPurchaseConsumers } from './consumers/purchases.ts'
import { createLiveOrders } from './live.ts'
import { createOrderFinder } from './persistence/customer-lists.ts'
import { memberSqlFiles } from './persistence/sql-files.ts'
import { meEndpoints } from './routes.ts'

/** Starts the me service. It starts, and waits, also while its servers are unavailable. */
export const startMeService = (config: MeConfig, log: Logger, clock?: Clock): Promise<Running> =>
  startService({
    name: 'me',
    config,
    log,
    clock,
    entities: () => import('./persistence/entities.ts'),
    migrations: { schema: 'member', ...memberSqlFiles },
    broker: { url: config.RABBITMQ_URL, topology: purchaseTopology },
    build: context => {
      const live = createLiveOrders(context)
      const { database } = context
      const reads = { findPage: createStaffLists(database), findOrder: createOrderFinder(database.requests) }
      return {
        endpoints: meEndpoints({ ...context, ...reads }, live),
        connections: [countPurchaseMessages(context)],
        maxStreams: streamLimits.all,
        startBackground: () => [...startPurchaseConsumers(context), live],
      }
    },
  })
