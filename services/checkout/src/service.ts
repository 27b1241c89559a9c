import type { Clock } from '@campstore/auth/identity'
import type { Logger } from '@campstore/core/telemetry/log'
import { allowsAnonymousHolds, holdLimitsOf } from '@campstore/holds/hold-limits'
import { startHoldWorkers } from '@campstore/holds/hold-workers'
import { refuseUnsafeQueues } from '@campstore/holds/queue-check'
import { startQueueHealth } from '@campstore/holds/queue-health'
import { createRefusedLately } from '@campstore/holds/refused-lately'
import { startPaymentSettlement } from '@campstore/holds/settlement'
import { holdingTopology } from '@campstore/holds/topology'
import { ecpay } from '@campstore/payments/ecpay'
import { requireSignedRequest } from '@campstore/payments/request-signature'
import { createStaffLists } from '@campstore/service/staff-lists'
import { type Service, startService } from '@campstore/service/start-service'
import type { CheckoutConfig } from './config.ts'
import { orderNames } from './names.ts'
import { orderHold } from './order-hold.ts'
import { createCheckoutInputsReader } from './persistence/checkout.ts'
import { checkoutSqlFiles } from './persistence/sql-files.ts'
import { adminEndpoints, checkoutEndpoints } from './routes.ts'

/** Starts the checkout service. It starts without its servers and waits for them. */
export async function startCheckoutService(config: CheckoutConfig, log: Logger, clock?: Clock): Promise<Service> {
  const holdSeconds = config.CHECKOUT_HOLD_SECONDS
  const { kind, schema } = orderNames
  await refuseUnsafeQueues(config, kind, log)
  return startService({
    name: 'checkout',
    config,
    log,
    clock,
    entities: () => import('./persistence/entities.ts'),
    migrations: { schema, ...checkoutSqlFiles },
    broker: { url: config.RABBITMQ_URL, topology: holdingTopology(kind, holdSeconds), outboxSchema: schema },
    holdSeconds,
    build: context => {
      const settlement = startPaymentSettlement(context, kind, config)
      const { connections, healthDetails } = startQueueHealth(context, kind, config)
      const deps = {
        ...context,
        settlement,
        holdSeconds,
        holdLimits: holdLimitsOf(config),
        allowAnonymousHolds: allowsAnonymousHolds(config),
        requireVerifiedForCod: config.REQUIRE_VERIFIED_EMAIL_FOR_COD === 'yes',
        paymentProvider: ecpay(config),
        readCheckoutInputs: createCheckoutInputsReader(context.database.requests),
        refusedLately: createRefusedLately(),
        findPage: createStaffLists(context.database),
      }
      return {
        endpoints: [...checkoutEndpoints(deps), ...adminEndpoints(deps)],
        startBackground: () => startHoldWorkers(context, orderHold, config, settlement),
        connections: [...connections, settlement],
        healthDetails,
        sender: request =>
          requireSignedRequest(request, { secrets: config.PAYMENT_SIGNING_SECRET, now: context.clock() }),
      }
    },
  })
}
