import type { BookingsQuery } from '@campstore/contract/admin/bookings'
import type { AdminBookingDetail, BookingListItem } from '@campstore/contract/booking/schemas'
import type { Page } from '@campstore/contract/route'
import { transaction } from '@campstore/database/database'
import type { Dependencies } from '../dependencies.ts'
import { findBookings } from '../persistence/booking-list.ts'
import { findBooking } from '../persistence/bookings.ts'
import { readCustomerAndHistory } from '../persistence/history.ts'
import { presentAdminBooking, presentListItem } from '../presenters.ts'
import { bookingNotFound } from './not-found.ts'

/** One page of all bookings, for administrators (docs/contract/admin.md#bookings). */
export async function listAdminBookings(
  { findPage }: Dependencies,
  query: BookingsQuery,
): Promise<Page<BookingListItem>> {
  const { items, totalElements } = await findBookings(findPage, query)
  return { items: items.map(presentListItem), page: query.page, size: query.size, totalElements }
}

/** A booking of any customer with its customer and its history, all from one snapshot. Throws NOT_FOUND. */
export function readAdminBooking({ database }: Dependencies, bookingId: string): Promise<AdminBookingDetail> {
  return transaction(database.requests, async tx => {
    await tx.query('set transaction isolation level repeatable read, read only')
    const booking = await findBooking(tx, bookingId)
    if (!booking) throw bookingNotFound()
    return presentAdminBooking(booking, await readCustomerAndHistory(tx, bookingId))
  })
}
