import { startPaymentConsumer } from '@campstore/holds/consumers/payments'
import type { ConsumerContext } from '@campstore/service/dependencies'
import type { Stoppable } from '@campstore/service/start-when-migrated'
import type { CheckoutConfig } from '../config.ts'
import { orderHold } from '../order-hold.ts'

/**
 * Queue `order.payments`: a signed notification of the payment service. The order becomes paid, or the payment is recorded as
 * unapplied (docs/contract/messages.md#how-a-payment-is-applied).
 */
export const consumePayments = (deps: ConsumerContext, config: CheckoutConfig): Stoppable =>
  startPaymentConsumer(deps, orderHold(deps), config)
