import type { FindPage } from '@campstore/database/pagination'
import type { HoldLimits } from '@campstore/holds/hold-limits'
import type { RefusedLately } from '@campstore/holds/refused-lately'
import type { PaymentSettlement } from '@campstore/holds/settlement'
import type { PaymentProvider } from '@campstore/payments/provider'
import type { Dependencies as ServiceDependencies } from '@campstore/service/dependencies'
import type { CheckoutInputsReader } from './persistence/checkout.ts'

/** The dependencies of the use cases of the checkout service. */
export type Dependencies = ServiceDependencies & {
  /** How far the payments of orders are settled. */
  settlement: PaymentSettlement
  /** How long a checkout holds, in seconds (CHECKOUT_HOLD_SECONDS). */
  holdSeconds: number
  /** The limits of one member's holds. */
  holdLimits: HoldLimits
  /** Whether accounts without an identity behind them may start a checkout (ALLOW_ANONYMOUS_HOLDS). */
  allowAnonymousHolds: boolean
  /** Whether cash on delivery is only for members with a verified e-mail address (REQUIRE_VERIFIED_EMAIL_FOR_COD). */
  requireVerifiedForCod: boolean
  paymentProvider: PaymentProvider
  /** Reads the inputs of a checkout or a quote; built once, because it batches the queries of concurrent requests. */
  readCheckoutInputs: CheckoutInputsReader
  /** Requests that were refused lately; built once. */
  refusedLately: RefusedLately
  /** Reads a page of a staff list, on the staff pool. */
  findPage: FindPage
}
