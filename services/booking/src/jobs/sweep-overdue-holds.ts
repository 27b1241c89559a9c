import { startOverdueHoldSweep } from '@campstore/holds/jobs/sweep-overdue-holds'
import type { PaymentSettlement } from '@campstore/holds/settlement'
import type { ConsumerContext } from '@campstore/service/dependencies'
import type { Stoppable } from '@campstore/service/start-when-migrated'
import { bookingHold } from '../booking-hold.ts'
import type { BookingConfig } from '../config.ts'

/** Every SWEEP_INTERVAL_SECONDS: expires the overdue bookings whose timer message has not arrived. */
export const sweepOverdueBookings = (
  deps: ConsumerContext,
  config: BookingConfig,
  settlement: PaymentSettlement,
): Stoppable => startOverdueHoldSweep(deps, bookingHold(deps), config, settlement)
