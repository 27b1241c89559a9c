import type { HoldServiceDependencies } from '@campstore/holds/hold-service'
import type { PaymentProvider } from '@campstore/payments/provider'
import type { CheckoutInputsReader, createOrderHolds } from './persistence/checkout.ts'

/** The dependencies of the use cases of the checkout service. */
export type Dependencies = HoldServiceDependencies & {
  /** Whether cash on delivery is only for members with a verified e-mail address (REQUIRE_VERIFIED_EMAIL_FOR_COD). */
  requireVerifiedForCod: boolean
  /** How many days after its completion an order that comes back whole gives back the shipping fee too (WITHDRAWAL_DAYS); 0: never. */
  withdrawalDays: number
  paymentProvider: PaymentProvider
  /** Reads the inputs of a checkout or a quote; built once, because it batches the queries of concurrent requests. */
  readCheckoutInputs: CheckoutInputsReader
  /** Takes a hold; built once, because it batches. */
  takeOrderHold: ReturnType<typeof createOrderHolds>
}
