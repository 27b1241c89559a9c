import type { Member } from '@campstore/auth/members'
import type { BookingCheckoutSession } from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import { transaction } from '@campstore/database/database'
import type { Dependencies } from '../dependencies.ts'
import { isOverdue } from '../domain/lifecycle.ts'
import { type Booking, lockBooking } from '../persistence/bookings.ts'
import { presentCheckout } from '../presenters.ts'
import { applyTransition } from './apply-transition.ts'
import { requireOwnBooking } from './read-bookings.ts'

/**
 * Cancels the caller's pending, unpaid booking and releases what it holds. A cancelled booking is returned unchanged
 * (docs/contract/booking.md#cancel).
 *
 * @throws {ApiError} NOT_FOUND for a missing or foreign booking; BOOKING_EXPIRED past the deadline; CONFLICT otherwise
 */
export async function cancelCheckout(
  { database, clock, newId, signalOutbox }: Dependencies,
  bookingId: string,
  member: Member,
): Promise<BookingCheckoutSession> {
  const cancelled = await transaction(database.pool, async tx => {
    const booking = requireOwnBooking(member, await lockBooking(tx, bookingId))
    if (booking.status === 'cancelled') return booking
    const now = clock()
    const actor = { type: 'member', id: member.customerId } as const
    const changed = await applyTransition(tx, booking, { trigger: 'member-cancel', actor, now, newId })
    if (!changed) throw refusal(booking, now)
    return changed
  })
  signalOutbox()
  return presentCheckout(cancelled)
}

const refusal = (booking: Booking, now: Date): ApiError =>
  isOverdue(booking, now)
    ? new ApiError('BOOKING_EXPIRED', 'The hold of this booking has ended.')
    : new ApiError('CONFLICT', 'Only a pending, unpaid booking can be cancelled.')
