import type { FindPage } from '@campstore/database/pagination'
import type { PaymentSettlement } from '@campstore/holds/settlement'
import type { Dependencies as ServiceDependencies } from '@campstore/service/dependencies'
import type { PaymentProvider } from './payment-providers/provider.ts'

/** What the use cases of the checkout service are called with. */
export type Dependencies = ServiceDependencies & {
  /** How far the payments of orders are settled. */
  settlement: PaymentSettlement
  /** How long a checkout holds, in seconds (CHECKOUT_HOLD_SECONDS). */
  holdSeconds: number
  /** How many unpaid holds a member may have at once; 0 is no limit (MAX_OPEN_HOLDS). */
  maxOpenHolds: number
  /** The provider of online payments. */
  paymentProvider: PaymentProvider
  /** Reads a page of a staff list, on the staff pool. */
  findPage: FindPage
}
