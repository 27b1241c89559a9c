import type { Member } from '@campstore/auth/members'
import type { BookingCheckoutSession } from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import { transaction } from '@campstore/database/database'
import { arePaymentsSettled, paymentsUnknown } from '@campstore/holds/settle-before-cancel'
import type { Dependencies } from '../dependencies.ts'
import { isOverdue } from '../domain/lifecycle.ts'
import type { Booking } from '../persistence/bookings.ts'
import { presentCheckout } from '../presenters.ts'
import { applyTransition } from './apply-transition.ts'
import { lockOwnBooking } from './read-bookings.ts'

/**
 * Cancels the caller's pending, unpaid booking and releases what it holds, when every payment that the broker has confirmed is
 * settled. A cancelled booking is returned unchanged (docs/contract/booking.md#cancel).
 *
 * @throws {ApiError} NOT_FOUND for a missing or foreign booking; BOOKING_EXPIRED past the deadline; CONFLICT otherwise;
 *   SERVICE_UNAVAILABLE while it is not known whether it was paid
 */
export async function cancelCheckout(
  deps: Dependencies,
  bookingId: string,
  member: Member,
): Promise<BookingCheckoutSession> {
  const { database, newId, signalOutbox } = deps
  const isSettled = await arePaymentsSettled(deps, bookingId)
  const cancelled = await transaction(database.requests, async tx => {
    const { booking, now } = await lockOwnBooking(deps, tx, bookingId, member)
    if (booking.status === 'cancelled') return booking
    const actor = { type: 'member', id: member.customerId } as const
    const changed = await applyTransition(tx, booking, { trigger: 'member-cancel', actor, now, newId })
    if (!changed) throw refusal(booking, now)
    if (!isSettled) throw paymentsUnknown()
    return changed
  })
  signalOutbox()
  return presentCheckout(cancelled)
}

const refusal = (booking: Booking, now: Date): ApiError =>
  isOverdue(booking, now)
    ? new ApiError('BOOKING_EXPIRED', 'The hold of this booking has ended.')
    : new ApiError('CONFLICT', 'Only a pending, unpaid booking can be cancelled.')
