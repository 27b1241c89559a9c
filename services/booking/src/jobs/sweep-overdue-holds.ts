import { type Endings, sweepOverdue } from '@campstore/holds/expire'
import type { Publishing } from '@campstore/service/dependencies'
import type { Background } from '@campstore/service/start-service'
import { startSweeper } from '@campstore/service/sweeper'
import { bookingHold } from '../booking-hold.ts'
import type { BookingConfig } from '../config.ts'

/** Every SWEEP_INTERVAL_SECONDS: expires the overdue bookings whose timer message has not arrived. */
export const startOverdueHoldSweeper = (deps: Publishing, config: BookingConfig, endings: Endings): Background =>
  startSweeper(
    {
      what: 'overdue holds',
      round: sweepOverdue(bookingHold(deps), deps, endings),
      everySeconds: config.SWEEP_INTERVAL_SECONDS,
    },
    deps.log,
  )
