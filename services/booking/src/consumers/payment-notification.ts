import { consumePayments } from '@campstore/holds/consumers'
import type { Publishing } from '@campstore/service/dependencies'
import type { Background } from '@campstore/service/start-service'
import { bookingHold } from '../booking-hold.ts'
import type { BookingConfig } from '../config.ts'

/**
 * Queue `booking.payments`: a signed notification of the payment service. It makes a booking paid, or is recorded as
 * unapplied; what is malformed or wrongly signed goes to `payments.rejected`
 * (docs/contract/messages.md#how-a-payment-is-applied).
 */
export const consumePaymentNotifications = (deps: Publishing, config: BookingConfig): Background =>
  consumePayments(bookingHold(deps), deps, {
    secrets: config.PAYMENT_SIGNING_SECRET,
    toleranceSeconds: config.PAYMENT_SIGNATURE_TOLERANCE_SECONDS,
  })
