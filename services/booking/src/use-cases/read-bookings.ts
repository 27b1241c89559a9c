import type { Member } from '@campstore/auth/members'
import type { BookingCheckoutSession, BookingDetail, BookingListItem } from '@campstore/contract/booking/schemas'
import type { Page } from '@campstore/contract/route'
import { requireOwn } from '@campstore/holds/own-hold'
import { bookingHold } from '../booking-hold.ts'
import type { Dependencies } from '../dependencies.ts'
import { findBooking, findBookingsOfCustomer } from '../persistence/bookings.ts'
import { presentCheckout, presentDetail, presentListItem } from '../presenters.ts'

/** The caller's booking as a checkout session. Throws NOT_FOUND. */
export async function readCheckout(
  { database }: Dependencies,
  bookingId: string,
  member: Member,
): Promise<BookingCheckoutSession> {
  return presentCheckout(requireOwn(bookingHold, await findBooking(database.pool, bookingId), member))
}

/** The caller's booking with everything that its member may see. Throws NOT_FOUND. */
export async function readBooking(
  { database }: Dependencies,
  bookingId: string,
  member: Member,
): Promise<BookingDetail> {
  return presentDetail(requireOwn(bookingHold, await findBooking(database.pool, bookingId), member))
}

/** One page of the caller's bookings, newest first. */
export async function listBookings(
  { database }: Dependencies,
  paging: { page: number; size: number },
  member: Member,
): Promise<Page<BookingListItem>> {
  const { items, totalElements } = await findBookingsOfCustomer(database.pool, member.customerId, paging)
  return { items: items.map(presentListItem), ...paging, totalElements }
}
