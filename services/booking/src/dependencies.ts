import type { HoldServiceDependencies } from '@campstore/holds/hold-service'
import type { PaymentProvider } from '@campstore/payments/provider'
import type { Offer } from './offer-cache.ts'
import type { AvailabilityReader } from './persistence/availability.ts'
import type { createBookingHolds, createCheckoutInputs } from './persistence/checkout.ts'
import type { ShortageReader } from './persistence/shortages.ts'

/** The dependencies of the use cases of the booking service. */
export type Dependencies = HoldServiceDependencies &
  ReturnType<typeof createCheckoutInputs> & {
    /** The provider of online payments; undefined where bookings have no payment form (ECPAY_MERCHANT_ID). */
    paymentProvider?: PaymentProvider | undefined
    /** Reads availability; built once, because it batches the queries of concurrent requests. */
    readAvailability: AvailabilityReader
    /** Takes a hold; built once, because it batches. */
    takeBookingHold: ReturnType<typeof createBookingHolds>
    /** Reads remaining capacity for a refusal's message; built once, because it batches. */
    readShortages: ShortageReader
    /** Reads it before a hold that was refused lately, apart from messages about many zones. */
    readShortagesBefore: ShortageReader
  }

/** The dependencies of what everyone may search for. */
export type SearchDependencies = Pick<Dependencies, 'clock'> & {
  /** Reads what can be booked, at most seconds old; built once, because it caches. */
  readOffer(now: Date): Promise<Offer>
}
