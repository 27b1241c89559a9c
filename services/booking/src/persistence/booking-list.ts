import type { BookingsQuery } from '@campstore/contract/admin/bookings'
import { type Condition, inList, matchesSearch, whenPresent } from '@campstore/database/conditions'
import { orderByField } from '@campstore/database/page-query'
import type { FindPage, FoundPage } from '@campstore/database/pagination'
import { type Booking, type BookingRow, listedColumns, toBooking } from './bookings.ts'

/** The columns of the sort fields. The index of the default order, by creation, includes them and the columns of all filters. */
const sortColumns = {
  createdAt: 'created_at',
  checkIn: 'check_in',
  checkOut: 'check_out',
  finalAmount: 'final_amount',
  updatedAt: 'updated_at',
} as const

/** One page of the bookings of all customers that match every filter of the query, without their snapshots. */
export async function findBookings(findPage: FindPage, query: BookingsQuery): Promise<FoundPage<Booking>> {
  const { items, totalElements } = await findPage<BookingRow>({
    columns: listedColumns,
    from: 'booking.booking',
    conditions: conditionsOf(query),
    orderBy: orderByField(query.sort, sortColumns, 'id'),
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
  whenPresent(query.customerId, 'customer_id = ?'),
  whenPresent(query.region, 'region = ?'),
  whenPresent(query.hasRental, 'has_rental = ?'),
  whenPresent(query.checkInFrom, 'check_in >= ?'),
  whenPresent(query.checkInTo, 'check_in <= ?'),
  whenPresent(query.checkOutFrom, 'check_out >= ?'),
  whenPresent(query.checkOutTo, 'check_out <= ?'),
  whenPresent(query.createdFrom, 'created_at >= ?'),
  whenPresent(query.createdTo, 'created_at <= ?'),
  ...paidWithin(query),
]

/** That it was paid within a range: only paid bookings have a time, and an index of it (migrations/0009). */
const paidWithin = ({ paidFrom, paidTo }: BookingsQuery): (Condition | undefined)[] =>
  paidFrom === undefined && paidTo === undefined
    ? []
    : [
        { sql: `payment_status = 'paid'`, values: [] },
        whenPresent(paidFrom, 'paid_at >= ?'),
        whenPresent(paidTo, 'paid_at <= ?'),
      ]
