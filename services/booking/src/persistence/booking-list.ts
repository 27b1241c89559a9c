import type { AdminBookingListItem, BookingsQuery } from '@campstore/contract/admin/bookings'
import { toColumn } from '@campstore/database/column-list'
import { between, type Condition, inList, isNamed, whenPresent } from '@campstore/database/conditions'
import { type LookUp, matchesLookUp } from '@campstore/database/look-up'
import type { FindPage } from '@campstore/database/pagination'
import { heldOrPaid, listedColumns } from './bookings.ts'
import { namedCustomerColumn } from './staff-fields.ts'

/** One page of the bookings of all customers that match every filter of the query. */
export const findBookings = (findPage: FindPage, query: BookingsQuery) =>
  findPage<AdminBookingListItem>({
    columns: `${listedColumns}, booking.attendance, ${namedCustomerColumn}`,
    from: 'booking.booking',
    conditions: [matchesLookUp(bookingLookUp, query.q), ...conditionsOf(query)],
    // The index of the default order, by creation, includes all sort fields and the columns of all filters.
    orderBy: { field: toColumn(query.sort.by), id: 'id', direction: query.sort.direction },
    page: query.page,
    size: query.size,
    idsFirst: true,
  })

const pastHold = `(${heldOrPaid.unpaid}) is false`

/** Each index has bookings past their hold. */
const bookingLookUp: LookUp = {
  indexed: [
    { column: 'booking.search_text', past: pastHold },
    { texts: ["booking.contact ->> 'name'"], past: `booking.contact is not null and ${pastHold}` },
  ],
  phones: [{ phone: "booking.contact ->> 'phone'", past: `booking.contact is not null and ${pastHold}` }],
  onHold: heldOrPaid.unpaid,
  ofCustomers: ids => `booking.customer_id = any (${ids})`,
}

const conditionsOf = (query: BookingsQuery): (Condition | undefined)[] => [
  inList('status', query.status),
  whenPresent(query.paymentStatus, 'payment_status = ?'),
  whenPresent(query.campgroundId, 'campground_id = ?'),
  whenPresent(query.customerId, 'customer_id = ?'),
  isNamed('region', query.region),
  whenPresent(query.hasRental, 'has_rental = ?'),
  staysWithin(query),
  ...between('created_at', query.createdFrom, query.createdTo),
  ...paidWithin(query),
]

/**
 * Condition: the stay begins and ends within ranges: an index has the stays of bookings past their hold, the index of deadlines
 * the others.
 */
function staysWithin({ checkInFrom, checkInTo, checkOutFrom, checkOutTo }: BookingsQuery): Condition | undefined {
  const bounds = [
    ...between('check_in', checkInFrom, checkInTo),
    ...between('check_out', checkOutFrom, checkOutTo),
  ].filter(bound => bound !== undefined)
  if (bounds.length === 0) return undefined
  const within = bounds.map(({ sql }) => sql).join(' and ')
  const values = bounds.flatMap(bound => bound.values)
  return {
    sql: `(
      (status <> 'pending' or payment_status <> 'unpaid') and ${within}
      or status = 'pending' and payment_status = 'unpaid' and ${within}
    )`,
    values: [...values, ...values],
  }
}

/** Condition: paid within a range: only paid bookings have a time, and an index of it. */
const paidWithin = ({ paidFrom, paidTo }: BookingsQuery): (Condition | undefined)[] =>
  paidFrom === undefined && paidTo === undefined
    ? []
    : [{ sql: `payment_status = 'paid'`, values: [] }, ...between('paid_at', paidFrom, paidTo)]
