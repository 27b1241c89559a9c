import { type Stay, type StayKind, type StaysQuery, staySchema } from '@campstore/contract/admin/stays'
import type { PlainDate } from '@campstore/core/plain-date'
import { columnList } from '@campstore/database/column-list'
import { type Condition, inList, matchesTexts, whenPresent } from '@campstore/database/conditions'
import type { FindPage, FoundPage } from '@campstore/database/pagination'
import { notesOf } from '@campstore/service/notes'
import { heldOrPaid, lineColumns, listedColumns } from './bookings.ts'
import { bookingsWithContact, contactColumn, nameOfCustomer } from './contacts.ts'
import { bookingNotes } from './staff-fields.ts'

const { zones, rentals } = staySchema.shape
const stayColumns = `${listedColumns}, ${columnList('booking', ['campgroundId', 'paidAt', 'contact', 'attendance'])}, ${contactColumn},
  ${lineColumns(zones.element, rentals.element)}, ${notesOf(bookingNotes, 'booking.id')} as notes`

/** When a stay is of a kind on a day (docs/contract/admin.md#stays). The indexes of paid bookings begin with the check-out. */
const conditionsOfKind: Record<StayKind, (day: PlainDate) => Condition> = {
  arriving: day => ({ sql: 'booking.check_in = ? and booking.check_out > ?', values: [day, day] }),
  departing: day => ({ sql: 'booking.check_out = ?', values: [day] }),
  staying: day => ({ sql: 'booking.check_in <= ? and booking.check_out > ?', values: [day, day] }),
  overdue: day => ({ sql: `booking.status = 'confirmed' and booking.check_out <= ?`, values: [day] }),
}

/** Condition: the search of bookings finds the stay, or the customer has the name now, which is the one that staff read. */
function searchOrName(search: Condition | undefined, words: string | undefined): Condition | undefined {
  const named = matchesTexts([nameOfCustomer], words)
  return search && named && { sql: `(${search.sql} or ${named.sql})`, values: [...search.values, ...named.values] }
}

/** One page of stays by campground, customer's name and id, with their customers, zones and rentals; `search` finds bookings by `q`. */
export const findStays = (
  findPage: FindPage,
  { kind, day, q, campgroundId, paymentStatus, attendance, page, size }: StaysQuery & { day: PlainDate },
  search: Condition | undefined,
): Promise<FoundPage<Stay>> => {
  const states = [...new Set(paymentStatus)].map(status => `(${heldOrPaid[status]})`)
  return findPage<Stay>({
    page,
    size,
    columns: stayColumns,
    from: bookingsWithContact,
    conditions: [
      { sql: `(${states.join(' or ')})`, values: [] },
      conditionsOfKind[kind](day),
      searchOrName(search, q),
      whenPresent(campgroundId, 'booking.campground_id = ?'),
      inList("coalesce(booking.attendance, 'none')", attendance),
    ],
    orderBy: { field: `array[booking.campground_id, ${nameOfCustomer}]`, id: 'booking.id', direction: 'asc' },
    // A day has few stays, and none of them is found by the order.
    idsFirst: true,
  })
}
