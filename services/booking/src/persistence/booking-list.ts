import type { BookingsQuery } from '@campstore/contract/admin/bookings'
import {
  type Condition,
  type FindPage,
  inList,
  matchesSearch,
  ordered,
  whenPresent,
} from '@campstore/database/pagination'
import { type Booking, type BookingRow, listedColumns, toBooking } from './bookings.ts'

/** What bookings are sorted by. The index of the usual order, of creation, has all of it and all that is filtered by. */
const sortColumns = {
  createdAt: 'created_at',
  checkIn: 'check_in',
  checkOut: 'check_out',
  finalAmount: 'final_amount',
  updatedAt: 'updated_at',
} as const

/** One page of bookings, without their snapshots, and how many there are. */
export type FoundBookings = { items: Booking[]; totalElements: number }

/** Bookings of all customers that fulfil every filter given. */
export async function findBookings(findPage: FindPage, query: BookingsQuery): Promise<FoundBookings> {
  const { items, totalElements } = await findPage<BookingRow>({
    columns: listedColumns,
    from: 'booking.booking',
    conditions: conditionsOf(query),
    orderBy: ordered(query.sort, sortColumns, 'id'),
    page: query.page,
    size: query.size,
    idsFirst: true,
  })
  return { items: items.map(toBooking), totalElements }
}

const conditionsOf = (query: BookingsQuery): (Condition | undefined)[] => [
  matchesSearch('search_text', query.q),
  inList('status', query.status),
  whenPresent(query.paymentStatus, 'payment_status = ?'),
  whenPresent(query.campgroundId, 'campground_id = ?'),
  whenPresent(query.region, 'region = ?'),
  whenPresent(query.hasRental, 'has_rental = ?'),
  whenPresent(query.checkInFrom, 'check_in >= ?'),
  whenPresent(query.checkInTo, 'check_in <= ?'),
  whenPresent(query.createdFrom, 'created_at >= ?'),
  whenPresent(query.createdTo, 'created_at <= ?'),
]
