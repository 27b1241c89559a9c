import { type AdminBookingDetail, stayChangeSchema } from '@campstore/contract/booking/schemas'
import type { Queryable, Transaction } from '@campstore/database/database'
import { onlyRow } from '@campstore/database/rows'
import { administratorJson, contractJson } from '@campstore/service/contract-json'
import type { Booking } from './bookings.ts'
import type { Shortages } from './shortages.ts'

/** A stay with the lines that it is to have. */
type ChangedStay = Pick<Booking, 'checkIn' | 'checkOut' | 'zones' | 'rentals'>

/** The shortages of a changed stay; `rentals` are those with too few pieces left. */
export type ShortagesOfChange = Shortages & {
  rentals: { line: number; name: string; requested: number; left: number }[]
}

const rangeOf = ({ checkIn, checkOut }: ChangedStay): string => `[${checkIn},${checkOut})`
const rentalsOf = ({ rentals }: ChangedStay): string =>
  JSON.stringify(rentals.map((rental, line) => ({ ...rental, line, hold: 1 })))

/** Locks what a change of a locked booking takes and gives back (docs/architecture/locks.md). */
export const lockChange = (
  tx: Transaction,
  { id, campgroundId }: Pick<Booking, 'id' | 'campgroundId'>,
  stay: ChangedStay,
): Promise<unknown> =>
  tx.query({
    name: 'lock-change',
    text: 'select booking.lock_change($1, $2, $3, $4, $5, $6)',
    values: [
      id,
      campgroundId,
      rangeOf(stay),
      stay.zones.map(({ zoneId }) => zoneId),
      stay.rentals.map(({ rentalSkuVariantId }) => rentalSkuVariantId),
      stay.rentals[0]?.locationId ?? null,
    ],
  })

/** The shortages of a changed stay at this moment, without counting the booking against itself. Locks nothing. */
export const findShortagesOfChange = (database: Queryable, bookingId: string, stay: ChangedStay) =>
  onlyRow<ShortagesOfChange>(database, {
    name: 'shortages-of-change',
    text: /* sql */ `
    select closed_on as "closedOn", zones, rentals
    from booking.shortages_of_change($1, $2, $3, $4, $5)`,
    values: [
      bookingId,
      rangeOf(stay),
      stay.zones.map(({ zoneId }) => zoneId),
      stay.zones.map(({ quantity }) => quantity),
      rentalsOf(stay),
    ],
  })

/** A change as it is kept, besides the changed booking. */
type NewChange = Pick<AdminBookingDetail['changes'][number], 'before' | 'after' | 'reason'> & {
  at: Date
  adminId: string
}

/**
 * Writes the changed content of a booking: its row, its lines, and the change. Triggers of the zones keep the nights
 * (migrations/0002-after-the-hold.sql), which {@link lockChange} has locked.
 */
export async function writeChange(tx: Transaction, changed: Booking, change: NewChange): Promise<void> {
  await tx.query({
    name: 'write-change',
    text: /* sql */ `
    with changed as (
      update booking.booking
      set check_in = $2, check_out = $3, guest_count = $4, arrival_time = $5, weekday_count = $6, holiday_count = $7,
          zone_total = $8, rental_total = $9, discount = $10, final_amount = $11, has_rental = $12, holiday_nights = $19
      where id = $1
      returning id, status, daterange(check_in, check_out) as stay
    ),
    left_zones as (
      delete from booking.booking_zone
      where booking_id = $1 and zone_id not in (select kept ->> 'zoneId' from jsonb_array_elements($13::jsonb) kept)
    ),
    zones as (
      insert into booking.booking_zone (
        booking_id, zone_id, line, type, price_weekday, price_holiday, quantity, line_total, nights, stay, status
      )
      select id, zone.*, stay, status
      from changed
      cross join jsonb_to_recordset($13::jsonb) as zone (
        "zoneId" text, line integer, type text, "priceWeekday" numeric, "priceHoliday" numeric, quantity integer,
        "lineTotal" numeric, nights json
      )
      on conflict (booking_id, zone_id) do update
      set line = excluded.line, type = excluded.type, price_weekday = excluded.price_weekday,
          price_holiday = excluded.price_holiday, quantity = excluded.quantity, line_total = excluded.line_total,
          nights = excluded.nights, stay = excluded.stay
    ),
    former_rentals as (
      delete from booking.rental_reservation
      where booking_id = $1
    )
    insert into booking.stay_change (booking_id, at, by, reason, before, after)
    values ($1, $14, $15, $16, $17, $18)`,
    values: [
      changed.id,
      changed.checkIn,
      changed.checkOut,
      changed.guestCount,
      changed.arrivalTime,
      changed.weekdayCount,
      changed.holidayCount,
      changed.zoneTotal,
      changed.rentalTotal,
      changed.discount,
      changed.finalAmount,
      changed.rentals.length > 0,
      JSON.stringify(changed.zones.map((zone, line) => ({ ...zone, line }))),
      change.at,
      change.adminId,
      change.reason,
      JSON.stringify(change.before),
      JSON.stringify(change.after),
      changed.holidayNights,
    ],
  })
  if (changed.rentals.length > 0)
    await tx.query({
      name: 'add-rentals',
      text: 'select booking.add_rentals(array[$1], array[$2::daterange], $3)',
      values: [changed.id, rangeOf(changed), rentalsOf(changed)],
    })
}

/** SQL of the changes of a booking, oldest first, as JSON of the contract. */
export const changesOf = (bookingId: string): string => /* sql */ `(
    select coalesce(json_agg(${contractJson('change', stayChangeSchema, {
      at: `to_char(change.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      by: administratorJson('change.by'),
    })} order by change.id), '[]')
    from booking.stay_change change
    where change.booking_id = ${bookingId}
  )`
