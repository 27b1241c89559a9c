import type { Clock } from '@campstore/auth/identity'
import type { Logger } from '@campstore/core/telemetry/log'
import { reportHoldQueues, startHoldWorkers } from '@campstore/holds/hold-workers'
import { startRetention } from '@campstore/holds/retention'
import { holdingTopology } from '@campstore/holds/topology'
import { inBackground } from '@campstore/service/dependencies'
import { createStaffLists } from '@campstore/service/staff-lists'
import { type Service, startService } from '@campstore/service/start-service'
import type { CheckoutConfig } from './config.ts'
import { orderNames } from './names.ts'
import { orderHold } from './order-hold.ts'
import { ecpay } from './payment-providers/ecpay.ts'
import { administrationEndpoints, checkoutEndpoints } from './routes.ts'

/** Starts the checkout service. It starts, and waits, also while servers are away. */
export function startCheckoutService(config: CheckoutConfig, log: Logger, clock?: Clock): Promise<Service> {
  const holdSeconds = config.CHECKOUT_HOLD_SECONDS
  const { kind, schema } = orderNames
  return startService({
    name: 'checkout',
    config,
    log,
    clock,
    entities: [],
    migrations: { schema, folder: new URL('./persistence/', import.meta.url) },
    broker: { url: config.RABBITMQ_URL, topology: holdingTopology(kind, holdSeconds), outboxSchema: schema },
    build: running => {
      const given = { ...running, holdSeconds, maxOpenHolds: config.MAX_OPEN_HOLDS, paymentProvider: ecpay(config) }
      const findPage = createStaffLists(running.database)
      return {
        endpoints: [...checkoutEndpoints(given), ...administrationEndpoints({ ...given, findPage })],
        startBackground: () => {
          const background = inBackground(running)
          return [...startHoldWorkers(orderHold(running), background, config), startRetention(orderNames, background)]
        },
        ...reportHoldQueues(kind, running, config),
      }
    },
  })
}
