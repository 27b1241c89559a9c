import { consumeEndedHolds } from '@campstore/holds/consumers'
import type { Endings } from '@campstore/holds/expire'
import type { Publishing } from '@campstore/service/dependencies'
import type { Background } from '@campstore/service/start-service'
import { bookingHold } from '../booking-hold.ts'
import type { BookingConfig } from '../config.ts'

/**
 * Queue `booking.hold-expired`: the timer message of a hold arrives when the hold is over. A booking that is still unpaid is
 * cancelled and its sites and rentals become free (docs/contract/states.md#scheduled-expiry).
 */
export const consumeHoldExpired = (deps: Publishing, config: BookingConfig, endings: Endings): Background =>
  consumeEndedHolds(bookingHold(deps), deps, config.CHECKOUT_HOLD_SECONDS, endings)
