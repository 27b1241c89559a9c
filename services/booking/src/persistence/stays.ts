import type { Stay, StayKind } from '@campstore/contract/admin/stays'
import type { BookingPaymentStatus } from '@campstore/contract/booking/schemas'
import type { PlainDate } from '@campstore/core/plain-date'
import { type Condition, whenPresent } from '@campstore/database/conditions'
import type { FindPage, FoundPage } from '@campstore/database/pagination'
import { type Booking, type BookingRow, bookingColumns, heldOrPaid, toBooking } from './bookings.ts'
import { bookingsWithContact, type ContactColumn, contactColumn, sortedName } from './contacts.ts'

/** The stays of a day. */
export type StayFilter = {
  kind: StayKind
  day: PlainDate
  campgroundId?: string | undefined
  /** Not empty. */
  paymentStatus: readonly BookingPaymentStatus[]
}

type Lines = Pick<Stay, 'zones' | 'rentals'>

/** A booking whose lines have the fields that a stay shows. */
export type StayRow = Omit<Booking, keyof Lines> & ContactColumn & Lines

const lineColumns = /* sql */ `
  (
    select coalesce(json_agg(json_build_object('zoneId', zone_id, 'type', type, 'quantity', quantity) order by line), '[]')
    from booking.booking_zone
    where booking_id = booking.id
  ) as zones,
  (
    select coalesce(json_agg(json_build_object(
      'rentalSkuVariantId', variant_id, 'sku', sku, 'name', name, 'specification', specification, 'quantity', quantity,
      'locationId', location_id
    ) order by line), '[]')
    from booking.rental_reservation
    where booking_id = booking.id
  ) as rentals`

/** When a stay is of a kind on a day (docs/contract/admin.md#stays). The indexes of paid bookings begin with the check-out. */
const conditionsOfKind: Record<StayKind, (day: PlainDate) => Condition> = {
  arriving: day => ({ sql: 'booking.check_in = ? and booking.check_out > ?', values: [day, day] }),
  departing: day => ({ sql: 'booking.check_out = ?', values: [day] }),
  staying: day => ({ sql: 'booking.check_in <= ? and booking.check_out > ?', values: [day, day] }),
  overdue: day => ({ sql: `booking.status = 'confirmed' and booking.check_out <= ?`, values: [day] }),
}

/** One page of stays by campground, customer's name and id, with their customers, zones and rentals. */
export async function findStays(
  findPage: FindPage,
  { kind, day, campgroundId, paymentStatus }: StayFilter,
  { page, size }: { page: number; size: number },
): Promise<FoundPage<StayRow>> {
  const states = [...new Set(paymentStatus)].map(status => `(${heldOrPaid[status]})`)
  const { items, totalElements } = await findPage<Omit<BookingRow, keyof Lines> & ContactColumn & Lines>({
    page,
    size,
    columns: `${bookingColumns}, ${contactColumn}, ${lineColumns}`,
    from: bookingsWithContact,
    conditions: [
      { sql: `(${states.join(' or ')})`, values: [] },
      conditionsOfKind[kind](day),
      whenPresent(campgroundId, 'booking.campground_id = ?'),
    ],
    orderBy: { field: `array[booking.campground_id, ${sortedName}]`, id: 'booking.id', direction: 'asc' },
    // A day has few stays, and none of them is found by the order.
    idsFirst: true,
  })
  const toStay = ({ customer, zones, rentals, ...row }: (typeof items)[number]): StayRow => ({
    ...toBooking({ ...row, zones: [], rentals: [] }),
    customer,
    zones,
    rentals,
  })
  return { items: items.map(toStay), totalElements }
}
