import type { Clock } from '@campstore/auth/identity'
import type { Logger } from '@campstore/core/telemetry/log'
import { startQueueHealth } from '@campstore/holds/queue-health'
import { startPaymentSettlement } from '@campstore/holds/settlement'
import { holdingTopology } from '@campstore/holds/topology'
import { type ConsumerContext, withBackgroundPool } from '@campstore/service/dependencies'
import { createStaffLists } from '@campstore/service/staff-lists'
import { type Service, startService } from '@campstore/service/start-service'
import type { Stoppable } from '@campstore/service/start-when-migrated'
import type { CheckoutConfig } from './config.ts'
import { consumeExpiredHolds } from './consumers/expired-holds.ts'
import { consumePayments } from './consumers/payments.ts'
import { deleteOldRecords } from './jobs/delete-old-records.ts'
import { sweepOverdueHolds } from './jobs/sweep-overdue-holds.ts'
import { orderNames } from './names.ts'
import { ecpay } from './payment-providers/ecpay.ts'
import { entities } from './persistence/entities.ts'
import { adminEndpoints, checkoutEndpoints } from './routes.ts'

/** Starts the checkout service. It starts without its servers and waits for them. */
export function startCheckoutService(config: CheckoutConfig, log: Logger, clock?: Clock): Promise<Service> {
  const holdSeconds = config.CHECKOUT_HOLD_SECONDS
  const { kind, schema } = orderNames
  return startService({
    name: 'checkout',
    config,
    log,
    clock,
    entities,
    migrations: { schema, folder: new URL('./persistence/', import.meta.url) },
    broker: { url: config.RABBITMQ_URL, topology: holdingTopology(kind, holdSeconds), outboxSchema: schema },
    build: context => {
      const deps = {
        ...context,
        holdSeconds,
        maxOpenHolds: config.MAX_OPEN_HOLDS,
        paymentProvider: ecpay(config),
        findPage: createStaffLists(context.database),
      }
      return {
        endpoints: [...checkoutEndpoints(deps), ...adminEndpoints(deps)],
        startBackground: () => startBackground(withBackgroundPool(context), config),
        ...startQueueHealth(context, kind, config),
      }
    },
  })
}

function startBackground(deps: ConsumerContext, config: CheckoutConfig): Stoppable[] {
  const settlement = startPaymentSettlement(deps, orderNames.kind, config)
  return [
    consumeExpiredHolds(deps, config, settlement),
    consumePayments(deps, config),
    sweepOverdueHolds(deps, config, settlement),
    settlement,
    deleteOldRecords(deps),
  ]
}
