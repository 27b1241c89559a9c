import type { Queryable } from '@campstore/database/database'
import { transaction } from '@campstore/database/database'
import type { Dependencies } from '../dependencies.ts'
import { transition } from '../domain/lifecycle.ts'
import { type Booking, lockBooking, lockOverdueBookings } from '../persistence/bookings.ts'
import { changeBooking } from './change-booking.ts'

/** What came of an expiry: ended now; not due, or ended before; or no such booking. */
export type ExpiryOutcome = 'expired' | 'left' | 'unknown'

/**
 * Ends a booking's hold if it is over and still unpaid, judged under the booking's lock (interface.md, States, Booking,
 * scheduled expiry). May be called any number of times.
 */
export const expireBooking =
  (dependencies: Dependencies) =>
  async (bookingId: string): Promise<ExpiryOutcome> => {
    const outcome = await transaction(dependencies.database.pool, async tx => {
      const booking = await lockBooking(tx, bookingId)
      return booking ? expireLocked(tx, booking, dependencies) : 'unknown'
    })
    if (outcome === 'expired') dependencies.signalOutbox()
    return outcome
  }

/** How many overdue bookings one sweep takes in one transaction. */
const batchSize = 50

/**
 * Finds holds that are over but were never told so (broker away, message lost) and ends them, batch by batch, leaving
 * alone what others have locked.
 *
 * @returns how many were ended
 */
export const sweepOverdueBookings = (dependencies: Dependencies) => async (): Promise<number> => {
  let ended = 0
  for (;;) {
    const found = await transaction(dependencies.database.pool, async tx => {
      const overdue = await lockOverdueBookings(tx, dependencies.clock(), batchSize)
      for (const booking of overdue) await expireLocked(tx, booking, dependencies)
      return overdue.length
    })
    ended += found
    if (found > 0) dependencies.signalOutbox()
    if (found < batchSize) return ended
  }
}

async function expireLocked(
  tx: Queryable,
  booking: Booking,
  { clock, newId }: Dependencies,
): Promise<'expired' | 'left'> {
  const now = clock()
  const next = transition(booking, 'expire', { now })
  if (!next) return 'left'
  await changeBooking(tx, booking, next, { trigger: 'expire', actor: { type: 'system', id: null }, now, newId })
  return 'expired'
}
