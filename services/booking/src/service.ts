import type { Clock } from '@campstore/auth/identity'
import type { Running } from '@campstore/core/run-until-stopped'
import type { Logger } from '@campstore/core/telemetry/log'
import { startHoldService } from '@campstore/holds/hold-service'
import { ecpay } from '@campstore/payments/ecpay'
import { streamLimits } from '@campstore/service/streams'
import { adminEndpoints } from './admin-routes.ts'
import { bookingHold } from './booking-hold.ts'
import { type BookingConfig, formConfigOf } from './config.ts'
import { createLiveBookings } from './live.ts'
import { createOfferCache } from './offer-cache.ts'
import { createAvailabilityReader } from './persistence/availability.ts'
import { createBookingHolds, createCheckoutInputs } from './persistence/checkout.ts'
import { createShortageReader } from './persistence/shortages.ts'
import { bookingSqlFiles } from './persistence/sql-files.ts'
import { bookingEndpoints } from './routes.ts'

export async function startBookingService(config: BookingConfig, log: Logger, clock?: Clock): Promise<Running> {
  const shop = formConfigOf(config)
  return startHoldService(bookingHold, {
    config,
    log,
    clock,
    sqlFiles: bookingSqlFiles,
    entities: () => import('./persistence/entities.ts'),
    build: context => {
      const { reads, requests } = context.database
      const live = createLiveBookings(context)
      const deps = {
        ...context,
        paymentProvider: shop && ecpay(shop),
        readAvailability: createAvailabilityReader(reads),
        ...createCheckoutInputs(requests, context.databaseClock),
        takeBookingHold: createBookingHolds(requests, context),
        readShortages: createShortageReader(requests, 'after a refusal'),
        readShortagesBefore: createShortageReader(requests, 'before a hold'),
        readOffer: createOfferCache(reads),
      }
      return {
        endpoints: [...bookingEndpoints(deps, live), ...adminEndpoints(deps)],
        maxStreams: streamLimits.all,
        startBackground: () => [live],
      }
    },
  })
}
