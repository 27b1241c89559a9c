import type { Member } from '@campstore/auth/members'
import type { BookingCheckoutSession, BookingDetail } from '@campstore/contract/booking/schemas'
import { requireOwn } from '@campstore/holds/own-hold'
import { bookingHold } from '../booking-hold.ts'
import type { Dependencies } from '../dependencies.ts'
import { findBooking } from '../persistence/bookings.ts'
import { presentCheckout, presentDetail } from '../presenters.ts'

/** The caller's booking as a checkout session. Throws NOT_FOUND. */
export async function readCheckout(
  deps: Dependencies,
  bookingId: string,
  member: Member,
): Promise<BookingCheckoutSession> {
  return presentCheckout(deps, requireOwn(bookingHold, await findBooking(deps.database.requests, bookingId), member))
}

/** The caller's booking with everything that its member may see. Throws NOT_FOUND. */
export async function readBooking(
  { database }: Dependencies,
  bookingId: string,
  member: Member,
): Promise<BookingDetail> {
  return presentDetail(requireOwn(bookingHold, await findBooking(database.requests, bookingId), member))
}
