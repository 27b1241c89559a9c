import type { Member } from '@campstore/auth/members'
import type { BookingCheckoutSession, BookingDetail } from '@campstore/contract/booking/schemas'
import type { Queryable } from '@campstore/database/database'
import type { Dependencies } from '../dependencies.ts'
import { type Booking, findBooking, lockBooking } from '../persistence/bookings.ts'
import { presentCheckout, presentDetail } from '../presenters.ts'
import { bookingNotFound } from './not-found.ts'

/**
 * The booking, if it exists and belongs to the member. The error is the same for a missing and a foreign booking, so that it
 * does not reveal which ids exist (docs/contract/authentication.md#ownership).
 *
 * @throws {ApiError} NOT_FOUND
 */
export function requireOwnBooking(member: Member, booking: Booking | undefined): Booking {
  if (booking?.customerId !== member.customerId) throw bookingNotFound()
  return booking
}

/** Locks the caller's booking; `now` is the instant at which its hold is judged. Throws NOT_FOUND. */
export async function lockOwnBooking(
  { databaseClock }: Pick<Dependencies, 'databaseClock'>,
  tx: Queryable,
  bookingId: string,
  member: Member,
): Promise<{ booking: Booking; now: Date }> {
  const locked = await lockBooking(tx, bookingId)
  if (!locked) throw bookingNotFound()
  return { booking: requireOwnBooking(member, locked.record), now: databaseClock.judged(locked.now) }
}

/** The caller's booking as a checkout session. Throws NOT_FOUND. */
export async function readCheckout(
  { database }: Dependencies,
  bookingId: string,
  member: Member,
): Promise<BookingCheckoutSession> {
  return presentCheckout(requireOwnBooking(member, await findBooking(database.requests, bookingId)))
}

/** The caller's booking with everything that its member may see. Throws NOT_FOUND. */
export async function readBooking(
  { database }: Dependencies,
  bookingId: string,
  member: Member,
): Promise<BookingDetail> {
  return presentDetail(requireOwnBooking(member, await findBooking(database.requests, bookingId)))
}
