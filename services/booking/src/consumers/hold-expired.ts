import { startExpiredHoldConsumer } from '@campstore/holds/consumers/expired-holds'
import type { PaymentSettlement } from '@campstore/holds/settlement'
import type { ConsumerContext } from '@campstore/service/dependencies'
import type { Stoppable } from '@campstore/service/start-when-migrated'
import { bookingHold } from '../booking-hold.ts'
import type { BookingConfig } from '../config.ts'

/**
 * Queue `booking.hold-expired`: the timer message of a hold arrives when the hold is over. A booking that is still unpaid is
 * cancelled and its sites and rentals become free (docs/contract/states.md#scheduled-expiry).
 */
export const consumeHoldExpired = (
  deps: ConsumerContext,
  config: BookingConfig,
  settlement: PaymentSettlement,
): Stoppable => startExpiredHoldConsumer(deps, bookingHold(deps), config, settlement)
