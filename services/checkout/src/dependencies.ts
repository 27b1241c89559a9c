import type { Dependencies as ServiceDependencies } from '@campstore/service/dependencies'
import type { PaymentProvider } from './payment-providers/provider.ts'

/** What every use case is given. */
export type Dependencies = ServiceDependencies & {
  /** How long a checkout holds, in seconds (CHECKOUT_HOLD_SECONDS). */
  holdSeconds: number
  /** How many unpaid holds a member may have at once; 0 is no limit (MAX_OPEN_HOLDS). */
  maxOpenHolds: number
  /** Who takes online payments. */
  paymentProvider: PaymentProvider
}
