import type { BookingsQuery } from '@campstore/contract/admin/bookings'
import type { AdminBookingDetail, BookingListItem } from '@campstore/contract/booking/schemas'
import type { Page } from '@campstore/contract/route'
import { transaction } from '@campstore/database/database'
import type { FindPage } from '@campstore/database/pagination'
import type { Dependencies } from '../dependencies.ts'
import { findBookings } from '../persistence/booking-list.ts'
import { findBooking } from '../persistence/bookings.ts'
import { readCustomerAndHistory } from '../persistence/history.ts'
import { presentAdminDetail, presentListItem } from '../presenters.ts'
import { noSuchBooking } from './read-bookings.ts'

/** One page of all bookings, for administrators (interface.md, Admin, Bookings). */
export const listAllBookings =
  (findPage: FindPage) =>
  async (query: BookingsQuery): Promise<Page<BookingListItem>> => {
    const { items, totalElements } = await findBookings(findPage, query)
    return { items: items.map(presentListItem), page: query.page, size: query.size, totalElements }
  }

/** Anyone's booking with its customer and its history, all as of one instant. Throws NOT_FOUND. */
export const readAnyBooking =
  ({ database }: Pick<Dependencies, 'database'>) =>
  (bookingId: string): Promise<AdminBookingDetail> =>
    transaction(database.pool, async tx => {
      await tx.query('set transaction isolation level repeatable read, read only')
      const booking = await findBooking(tx, bookingId)
      if (!booking) throw noSuchBooking()
      return presentAdminDetail(booking, await readCustomerAndHistory(tx, bookingId))
    })
