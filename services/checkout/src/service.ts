import type { Clock } from '@campstore/auth/identity'
import type { Running } from '@campstore/core/run-until-stopped'
import type { Logger } from '@campstore/core/telemetry/log'
import { startHoldService } from '@campstore/holds/hold-service'
import { ecpay } from '@campstore/payments/ecpay'
import { requireSignedRequest } from '@campstore/payments/request-signature'
import type { CheckoutConfig } from './config.ts'
import { orderHold } from './order-hold.ts'
import { createCheckoutInputsReader, createOrderHolds } from './persistence/checkout.ts'
import { checkoutSqlFiles } from './persistence/sql-files.ts'
import { adminEndpoints, checkoutEndpoints } from './routes.ts'

export const startCheckoutService = (config: CheckoutConfig, log: Logger, clock?: Clock): Promise<Running> =>
  startHoldService(orderHold, {
    config,
    log,
    clock,
    sqlFiles: checkoutSqlFiles,
    entities: () => import('./persistence/entities.ts'),
    build: context => {
      const deps = {
        ...context,
        requireVerifiedForCod: config.REQUIRE_VERIFIED_EMAIL_FOR_COD === 'yes',
        withdrawalDays: config.WITHDRAWAL_DAYS,
        paymentProvider: ecpay(config),
        readCheckoutInputs: createCheckoutInputsReader(context.database.requests),
        takeOrderHold: createOrderHolds(context.database.requests, context),
      }
      return {
        endpoints: [...checkoutEndpoints(deps), ...adminEndpoints(deps)],
        sender: request =>
          requireSignedRequest(request, { secrets: config.PAYMENT_SIGNING_SECRET, now: context.clock() }),
      }
    },
  })
