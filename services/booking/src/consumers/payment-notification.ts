import { startPaymentConsumer } from '@campstore/holds/consumers/payments'
import type { ConsumerContext } from '@campstore/service/dependencies'
import type { Stoppable } from '@campstore/service/start-when-migrated'
import { bookingHold } from '../booking-hold.ts'
import type { BookingConfig } from '../config.ts'

/**
 * Queue `booking.payments`: a signed notification of the payment service. It makes a booking paid, or is recorded as
 * unapplied; what is malformed or wrongly signed goes to `payments.rejected`
 * (docs/contract/messages.md#how-a-payment-is-applied).
 */
export const consumePaymentNotifications = (deps: ConsumerContext, config: BookingConfig): Stoppable =>
  startPaymentConsumer(deps, bookingHold(deps), config)
