import type { BookingsQuery } from '@campstore/contract/admin/bookings'
import { type Condition, contains, type FindPage, given, oneOf, ordered } from '@campstore/database/listing'
import { type Booking, type BookingRow, listedColumns, toBooking } from './bookings.ts'

/** What bookings are sorted by; each has an index with the id. */
const sortColumns = {
  createdAt: 'created_at',
  checkIn: 'check_in',
  checkOut: 'check_out',
  finalAmount: 'final_amount',
  updatedAt: 'updated_at',
} as const

/**
 * Guests book not long before they come, so those of a range of check-ins lie together in the order of creation, past
 * which its index would be walked. The index of check-ins knows when each was created.
 */
const withinTheStays = 100_000

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
    ...(query.checkInFrom !== undefined || query.checkInTo !== undefined ? { foundFirst: withinTheStays } : {}),
  })
  return { items: items.map(toBooking), totalElements }
}

/**
 * Every character beyond ASCII three times, as `search_text` has them: the index knows texts by three characters in a row, and
 * so finds a name by one or two. What is part of a text stays part of it, and nothing else becomes one.
 */
const writtenThrice = (text: string): string => text.replaceAll(/\P{ASCII}/gu, '$&$&$&')

const conditionsOf = (query: BookingsQuery): (Condition | undefined)[] => [
  contains('search_text', query.q && writtenThrice(query.q)),
  oneOf('status', query.status),
  given(query.paymentStatus, 'payment_status = ?'),
  given(query.campgroundId, 'campground_id = ?'),
  given(query.region, 'region = ?'),
  given(query.hasRental, 'has_rental = ?'),
  given(query.checkInFrom, 'check_in >= ?'),
  given(query.checkInTo, 'check_in <= ?'),
  given(query.createdFrom, 'created_at >= ?'),
  given(query.createdTo, 'created_at <= ?'),
]
