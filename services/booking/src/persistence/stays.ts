import { type Stay, type StayKind, type StaysQuery, staySchema } from '@campstore/contract/admin/stays'
import type { PlainDate } from '@campstore/core/plain-date'
import { columnList } from '@campstore/database/column-list'
import { type Condition, inList, whenPresent } from '@campstore/database/conditions'
import { type LookUp, matchesLookUp } from '@campstore/database/look-up'
import type { FindPage, FoundPage } from '@campstore/database/pagination'
import { newestNotesOf } from '@campstore/service/notes'
import { heldOrPaid, lineColumns, listedColumns } from './bookings.ts'
import { bookingNotes, bookingsWithContact, contactColumn, nameOfCustomer } from './staff-fields.ts'

const { zones, rentals } = staySchema.shape
const stayColumns = `${listedColumns}, ${columnList('booking', ['campgroundId', 'paidAt', 'contact', 'attendance'])}, ${contactColumn},
  ${lineColumns(zones.element, rentals.element)}, ${newestNotesOf(bookingNotes, 'booking.id')} as notes`

/** When a stay is of a kind on a day (docs/contract/admin.md#stays). The indexes of paid bookings begin with the check-out. */
const conditionsOfKind: Record<StayKind, (day: PlainDate) => Condition> = {
  arriving: day => ({ sql: 'booking.check_in = ? and booking.check_out > ?', values: [day, day] }),
  departing: day => ({ sql: 'booking.check_out = ?', values: [day] }),
  staying: day => ({ sql: 'booking.check_in <= ? and booking.check_out > ?', values: [day, day] }),
  overdue: day => ({ sql: `booking.status = 'confirmed' and booking.check_out <= ?`, values: [day] }),
}

const stayLookUp: LookUp = {
  texts: [
    ...['id', 'campground_name', 'customer_name', 'customer_email'].map(column => `booking.${column}`),
    "booking.contact ->> 'name'",
    'contact.name',
    'contact.email',
  ],
  phones: [{ phone: "booking.contact ->> 'phone'" }, { phone: 'contact.phone' }],
  isOfDay: true,
}

/** One page of stays by campground, customer's name and id, with their customers, zones and rentals. */
export const findStays = (
  findPage: FindPage,
  { kind, day, q, campgroundId, paymentStatus, attendance, page, size }: StaysQuery & { day: PlainDate },
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
      matchesLookUp(stayLookUp, q),
      whenPresent(campgroundId, 'booking.campground_id = ?'),
      inList("coalesce(booking.attendance, 'none')", attendance),
    ],
    orderBy: { field: `array[booking.campground_id, ${nameOfCustomer}]`, id: 'booking.id', direction: 'asc' },
    // A day has few stays, and none of them is found by the order.
    idsFirst: true,
  })
}
