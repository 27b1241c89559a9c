import type { FindPage } from '@campstore/database/pagination'
import type { HoldLimits } from '@campstore/holds/hold-limits'
import type { RefusedLately } from '@campstore/holds/refused-lately'
import type { PaymentSettlement } from '@campstore/holds/settlement'
import type { PaymentProvider } from '@campstore/payments/provider'
import type { Dependencies as ServiceDependencies } from '@campstore/service/dependencies'
import type { OfferCache } from './offer-cache.ts'
import type { AvailabilityReader } from './persistence/availability.ts'
import type { CheckoutInputsReader } from './persistence/checkout.ts'
import type { ShortageReader } from './persistence/shortages.ts'

/** The dependencies of the use cases of the booking service. */
export type Dependencies = ServiceDependencies & {
  /** How far the payments of bookings are settled. */
  settlement: PaymentSettlement
  /** How long a checkout holds, in seconds (CHECKOUT_HOLD_SECONDS). */
  holdSeconds: number
  /** The limits of one member's holds. */
  holdLimits: HoldLimits
  /** Whether accounts without an identity behind them may start a checkout (ALLOW_ANONYMOUS_HOLDS). */
  allowAnonymousHolds: boolean
  /** The provider of online payments; undefined where bookings have no payment form (ECPAY_MERCHANT_ID). */
  paymentProvider?: PaymentProvider | undefined
  /** Reads availability; built once, because it batches the queries of concurrent requests. */
  readAvailability: AvailabilityReader
  /** Reads the inputs of a checkout or a quote; built once, because it batches. */
  readCheckoutInputs: CheckoutInputsReader
  /** Reads remaining capacity for a refusal's message; built once, because it batches. */
  readShortages: ShortageReader
  /** Reads it before a hold that was refused lately, apart from messages about many zones. */
  readShortagesBefore: ShortageReader
  /** Requests that were refused lately; built once. */
  refusedLately: RefusedLately
  /** Reads a page of a staff list, on the staff pool. */
  findPage: FindPage
}

/** The dependencies of what everyone may search for. */
export type SearchDependencies = Pick<Dependencies, 'clock'> & {
  /** What can be booked, at most seconds old; built once. */
  offer: OfferCache
}
