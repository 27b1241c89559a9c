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
  const search = await searchOfBookings(database, query.q)
  return findPage<AdminBookingListItem>({
    columns: `${listedColumns}, booking.attendance, ${namedCustomerColumn}`,
    from: 'booking.booking',
    conditions: [search, ...conditionsOf(query)],
    // The index of the default order, by creation, includes all sort fields and the columns of all filters.
    orderBy: { field: toColumn(query.sort.by), id: 'id', direction: query.sort.direction },
    page: query.page,
    size: query.size,
    idsFirst: true,
  })
}

/** Condition: a search finds the booking (docs/contract/admin.md#search); none without words. */
export async function searchOfBookings(
  database: Pick<Database, 'staff'>,
  words: string | undefined,
): Promise<Condition | undefined> {
  const callers = words !== undefined && isPhoneNumber(words) ? await findCallers(database, words) : []
  return matchesTextsOrCallers(words, callers)
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

const guestHasPhone = "shared.phone_digits(booking.contact ->> 'phone') like '%' || shared.phone_digits(?) || '%'"

/** Conditions: the search text or the guest contact contains the words. Each has an index of bookings past their hold. */
function textsWith(words: string | undefined): Condition[] {
  const name = matchesSearch("shared.search_text(booking.contact ->> 'name')", words)
  const phone = words !== undefined && isPhoneNumber(words) ? whenPresent(words, guestHasPhone) : undefined
  const ofGuest = [name, phone].map(
    condition => condition && { ...condition, sql: `booking.contact is not null and ${condition.sql}` },
  )
  return [matchesSearch('booking.search_text', words), ...ofGuest].filter(condition => condition !== undefined)
}

/** Condition: a text of the booking contains the words, or it belongs to one of these customers. */
function matchesTextsOrCallers(words: string | undefined, callers: readonly string[]): Condition | undefined {
  const texts = textsWith(words)
  if (texts.length === 0) return undefined
  const pastHold = texts.map(({ sql }) => `(${heldOrPaid.unpaid}) is false and ${sql}`)
  // The index of deadlines has those on hold, and is read once.
  const onHold = `${heldOrPaid.unpaid} and (${texts.map(({ sql }) => sql).join(' or ')})`
  const values = texts.flatMap(text => text.values)
  const ofCallers = callers.length === 0 ? [] : ['booking.customer_id = any (?)']
  return {
    sql: `(${[...pastHold, onHold, ...ofCallers].join(' or ')})`,
    values: [...values, ...values, ...ofCallers.map(() => callers)],
  }
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
