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
import { createStaffLists } from '@campstore/service/staff-lists'
import { type Service, startService } from '@campstore/service/start-service'
import { streamLimits } from '@campstore/service/streams'
import { bookingHold } from './booking-hold.ts'
import { campgroundEndpoints } from './campground-routes.ts'
import { type BookingConfig, formConfigOf } from './config.ts'
import { createLiveBookings } from './live.ts'
import { bookingNames } from './names.ts'
import { createOfferCache } from './offer-cache.ts'
import { createAvailabilityReader } from './persistence/availability.ts'
import { createCheckoutInputsReader } from './persistence/checkout.ts'
import { createShortageReader } from './persistence/shortages.ts'
import { bookingSqlFiles } from './persistence/sql-files.ts'
import { adminEndpoints, bookingEndpoints } from './routes.ts'

/** Starts the booking service. It starts without its servers and waits for them. */
export async function startBookingService(config: BookingConfig, log: Logger, clock?: Clock): Promise<Service> {
  const holdSeconds = config.CHECKOUT_HOLD_SECONDS
  const { kind, schema } = bookingNames
  const shop = formConfigOf(config)
  await refuseUnsafeQueues(config, kind, log)
  return startService({
    name: 'booking',
    config,
    log,
    clock,
    entities: () => import('./persistence/entities.ts'),
    migrations: { schema, ...bookingSqlFiles },
    broker: { url: config.RABBITMQ_URL, topology: holdingTopology(kind, holdSeconds), outboxSchema: schema },
    holdSeconds,
    build: context => {
      const settlement = startPaymentSettlement(context, kind, config)
      const { connections, healthDetails } = startQueueHealth(context, kind, config)
      const live = createLiveBookings(context)
      const deps = {
        ...context,
        settlement,
        holdSeconds,
        holdLimits: holdLimitsOf(config),
        allowAnonymousHolds: allowsAnonymousHolds(config),
        paymentProvider: shop && ecpay(shop),
        readAvailability: createAvailabilityReader(context.database.reads),
        readCheckoutInputs: createCheckoutInputsReader(context.database.requests),
        readShortages: createShortageReader(context.database.requests, 'after a refusal'),
        readShortagesBefore: createShortageReader(context.database.requests, 'before a hold'),
        refusedLately: createRefusedLately(),
        offer: createOfferCache(context.database.reads),
        findPage: createStaffLists(context.database),
      }
      return {
        endpoints: [...bookingEndpoints(deps, live), ...adminEndpoints(deps), ...campgroundEndpoints(deps)],
        maxStreams: streamLimits.all,
        startBackground: () => [...startHoldWorkers(context, bookingHold, config, settlement), live],
        connections: [...connections, settlement],
        healthDetails,
      }
    },
  })
}
