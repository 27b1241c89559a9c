import type { Member } from '@campstore/auth/members'
import type { BookingCheckoutSession, BookingDetail, BookingListItem } from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import type { Page } from '@campstore/contract/route'
import type { Dependencies } from '../dependencies.ts'
import { type Booking, findBooking, findBookingsOfCustomer } from '../persistence/bookings.ts'
import { presentCheckout, presentDetail, presentListItem } from '../presenters.ts'

/**
 * A booking that is there and the member's own. Whose it is otherwise is not told.
 *
 * @throws {ApiError} NOT_FOUND
 */
export function bookingOf(member: Member, booking: Booking | undefined): Booking {
  if (booking?.customerId !== member.customerId) throw noSuchBooking()
  return booking
}

/** The caller's booking as a checkout session. Throws NOT_FOUND. */
export const readCheckout =
  ({ database }: Dependencies) =>
  async (bookingId: string, member: Member): Promise<BookingCheckoutSession> =>
    presentCheckout(bookingOf(member, await findBooking(database.pool, bookingId)))

/** The caller's booking with everything they may see. Throws NOT_FOUND. */
export const readBooking =
  ({ database }: Dependencies) =>
  async (bookingId: string, member: Member): Promise<BookingDetail> =>
    presentDetail(bookingOf(member, await findBooking(database.pool, bookingId)))

/** One page of the caller's bookings, newest first. */
export const listBookings =
  ({ database }: Dependencies) =>
  async (paging: { page: number; size: number }, member: Member): Promise<Page<BookingListItem>> => {
    const { items, totalElements } = await findBookingsOfCustomer(database.pool, member.customerId, paging)
    return { items: items.map(presentListItem), ...paging, totalElements }
  }

export const noSuchBooking = (): ApiError => new ApiError('NOT_FOUND', 'There is no such booking')
