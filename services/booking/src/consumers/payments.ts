import { startPaymentConsumer } from '@campstore/holds/consumers/payments'
import type { ConsumerContext } from '@campstore/service/dependencies'
import type { Background } from '@campstore/service/start-service'
import { bookingHold } from '../booking-hold.ts'
import type { BookingConfig } from '../config.ts'

/**
 * Queue `booking.payments`: a signed notification of the payment service. The booking becomes paid, or the payment is recorded
 * as unapplied (docs/contract/messages.md#how-a-payment-is-applied).
 */
export const consumePayments = (deps: ConsumerContext, config: BookingConfig): Background =>
  startPaymentConsumer(deps, bookingHold(deps), config)
