import type { AdminBookingListItem, BookingsQuery } from '@campstore/contract/admin/bookings'
import { toColumn } from '@campstore/database/column-list'
import {
  between,
  type Condition,
  inList,
  isNamed,
  isPhoneNumber,
  matchesSearch,
  whenPresent,
} from '@campstore/database/conditions'
import type { Database } from '@campstore/database/database'
import type { FindPage, FoundPage } from '@campstore/database/pagination'
import { readForStaff } from '@campstore/service/staff-lists'
import { heldOrPaid, listedColumns } from './bookings.ts'
import { namedCustomerColumn } from './contacts.ts'

/** One page of the bookings of all customers that match every filter of the query. */
export async function findBookings(
  { findPage, database }: { findPage: FindPage; database: Pick<Database, 'staff'> },
  query: BookingsQuery,
): Promise<FoundPage<AdminBookingListItem>> {
  const callers = query.q !== undefined && isPhoneNumber(query.q) ? await findCallers(database, query.q) : []
  return findPage<AdminBookingListItem>({
    columns: `${listedColumns}, booking.attendance, ${namedCustomerColumn}`,
    from: 'booking.booking',
    conditions: conditionsOf(query, callers),
    // The index of the default order, by creation, includes all sort fields and the columns of all filters.
    orderBy: { field: toColumn(query.sort.by), id: 'id', direction: query.sort.direction },
    page: query.page,
    size: query.size,
    idsFirst: true,
  })
}

/** If more customers share a part of a phone number, it does not help to find one. */
const maxCallers = 1_000

const customersByPhone = /* sql */ `
    select id
    from member.customer_contact
    where shared.phone_digits(phone) like '%' || shared.phone_digits($1) || '%'
    limit ${maxCallers}`

/** The customers with a part of a phone number, found first so that both parts of the search use an index. */
async function findCallers({ staff }: Pick<Database, 'staff'>, phone: string): Promise<string[]> {
  const { rows } = await readForStaff(() => staff.query<{ id: string }>(customersByPhone, [phone]))
  return rows.map(({ id }) => id)
}

/** Always true: the search index has bookings past their hold, the index of deadlines the others. */
const inEitherIndex = `((${heldOrPaid.unpaid}) is false or ${heldOrPaid.unpaid})`

/** Condition: the search text contains the words, or the booking belongs to one of these customers. */
function matchesSearchOrCallers(words: string | undefined, callers: readonly string[]): Condition | undefined {
  const condition = matchesSearch('search_text', words)
  const bySearch = condition && { ...condition, sql: `(${inEitherIndex} and ${condition.sql})` }
  if (!bySearch || callers.length === 0) return bySearch
  return { sql: `(${bySearch.sql} or customer_id = any (?))`, values: [...bySearch.values, callers] }
}

const conditionsOf = (query: BookingsQuery, callers: readonly string[]): (Condition | undefined)[] => [
  matchesSearchOrCallers(query.q, callers),
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
