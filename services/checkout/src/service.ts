import type { Clock } from '@campstore/auth/identity'
import { createListings } from '@campstore/database/listing'
import { keepHolds } from '@campstore/holds/keep-holds'
import { holdingTopology } from '@campstore/holds/topology'
import { type Service, startService } from '@campstore/service/start-service'
import type { Logger } from '@campstore/telemetry/log'
import type { CheckoutConfig } from './config.ts'
import { heldOrders } from './held-orders.ts'
import { orderNames } from './names.ts'
import { ecpay } from './payment-providers/ecpay.ts'
import { administrationEndpoints, checkoutEndpoints } from './routes.ts'

/** Starts the checkout service. It starts, and waits, also while servers are away. */
export function startCheckoutService(config: CheckoutConfig, log: Logger, clock?: Clock): Promise<Service> {
  const holdSeconds = config.CHECKOUT_HOLD_SECONDS
  const { kind, schema } = orderNames
  return startService({
    ...{ name: 'checkout', config, log, clock, entities: [] },
    broker: { url: config.RABBITMQ_URL, topology: holdingTopology(kind, holdSeconds), outboxSchema: schema },
    build: running => {
      const given = { ...running, holdSeconds, maxOpenHolds: config.MAX_OPEN_HOLDS, paymentProvider: ecpay(config) }
      const findPage = createListings(running.database.pool)
      return {
        endpoints: [...checkoutEndpoints(given), ...administrationEndpoints({ ...given, findPage })],
        background: keepHolds(heldOrders(running), running, config),
      }
    },
  })
}
