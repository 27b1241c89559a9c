import type {
  BookingPaymentStatus,
  BookingStatus,
  RentalSnapshot,
  StatusHistoryEntry,
  ZoneSnapshot,
} from '@campstore/contract/booking/schemas'
import type { Money } from '@campstore/core/money'
import type { Queryable } from '@campstore/database/database'
import { type OutboxMessage, outboxInsert } from '@campstore/messaging/outbox'

/** A booking with its snapshots. Times are instants; dates are `YYYY-MM-DD`; amounts are TWD. */
export type Booking = {
  id: string
  customerId: string
  campgroundId: string
  campgroundName: string
  region: string
  checkIn: string
  checkOut: string
  guestCount: number
  weekdayCount: number
  holidayCount: number
  zoneTotal: Money
  rentalTotal: Money
  discount: Money
  finalAmount: Money
  status: BookingStatus
  paymentStatus: BookingPaymentStatus
  paymentMethod: string
  paidAt: Date | null
  checkoutExpiresAt: Date
  createdAt: Date
  updatedAt: Date
  zones: ZoneSnapshot[]
  rentals: RentalSnapshot[]
}

/** A booking as the driver gives it. */
export type BookingRow = Omit<Booking, 'paidAt' | 'checkoutExpiresAt' | 'createdAt' | 'updatedAt'> & {
  paidAt: string | null
  checkoutExpiresAt: string
  createdAt: string
  updatedAt: string
}

const bookingColumns = /* sql */ `
  booking.id,
  booking.customer_id as "customerId",
  booking.campground_id as "campgroundId",
  booking.campground_name as "campgroundName",
  booking.region,
  booking.check_in as "checkIn",
  booking.check_out as "checkOut",
  booking.guest_count as "guestCount",
  booking.weekday_count as "weekdayCount",
  booking.holiday_count as "holidayCount",
  booking.zone_total as "zoneTotal",
  booking.rental_total as "rentalTotal",
  booking.discount,
  booking.final_amount as "finalAmount",
  booking.status,
  booking.payment_status as "paymentStatus",
  booking.payment_method as "paymentMethod",
  booking.paid_at as "paidAt",
  booking.checkout_expires_at as "checkoutExpiresAt",
  booking.created_at as "createdAt",
  booking.updated_at as "updatedAt"`

/** Columns of a {@link BookingRow} where its snapshots are not asked for. */
export const listedColumns = `${bookingColumns}, '[]'::json as zones, '[]'::json as rentals`

const snapshotColumns = /* sql */ `
  (
    select coalesce(json_agg(json_build_object(
      'zoneId', zone_id, 'type', type, 'priceWeekday', price_weekday::text, 'priceHoliday', price_holiday::text,
      'quantity', quantity, 'lineTotal', line_total::text
    ) order by line), '[]')
    from booking.booking_zone
    where booking_id = booking.id
  ) as zones,
  (
    select coalesce(json_agg(json_build_object(
      'rentalListingId', rental_listing_id, 'rentalSkuVariantId', variant_id, 'sku', sku, 'name', name,
      'specification', specification, 'priceWeekday', price_weekday::text, 'priceHoliday', price_holiday::text,
      'discountRate', discount_rate::text, 'quantity', quantity, 'lineTotal', line_total::text
    ) order by line), '[]')
    from booking.rental_reservation
    where booking_id = booking.id
  ) as rentals`

const bookingById = {
  name: 'booking-by-id',
  text: `select ${bookingColumns}, ${snapshotColumns} from booking.booking where booking.id = $1`,
}

const bookingByIdLocked = {
  name: 'booking-by-id-locked',
  text: `${bookingById.text} for no key update of booking`,
}

const nextOverdueLocked = {
  name: 'next-overdue-booking-locked',
  text: /* sql */ `
    select ${listedColumns}
    from booking.booking
    where status = 'pending' and payment_status = 'unpaid' and checkout_expires_at <= $1
      and id <> all ($2)
    order by checkout_expires_at
    limit 1
    for no key update skip locked`,
}

const bookingsOfCustomer = {
  name: 'bookings-of-customer',
  text: /* sql */ `
    select ${listedColumns}
    from booking.booking
    where customer_id = $1
    order by created_at desc, id desc
    limit $2 offset $3`,
}

const countOfCustomer = {
  name: 'count-of-customer',
  text: 'select count(*)::integer as total from booking.booking where customer_id = $1',
}

/** Makes a booking of its row. */
export function toBooking(row: BookingRow): Booking {
  return {
    ...row,
    paidAt: row.paidAt === null ? null : new Date(row.paidAt),
    checkoutExpiresAt: new Date(row.checkoutExpiresAt),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  }
}

async function one(database: Queryable, statement: { name: string; text: string }, id: string) {
  const { rows } = await database.query<BookingRow>({ ...statement, values: [id] })
  const [row] = rows
  return row && toBooking(row)
}

/** A booking with its snapshots. */
export const findBooking = (database: Queryable, id: string): Promise<Booking | undefined> =>
  one(database, bookingById, id)

/** A booking with its snapshots, locked until the transaction ends; what is read is what is true under the lock. */
export const lockBooking = (tx: Queryable, id: string): Promise<Booking | undefined> => one(tx, bookingByIdLocked, id)

/** The longest overdue unpaid booking that nobody else has locked, but for some; without its snapshots. */
export async function lockNextOverdueBooking(
  tx: Queryable,
  now: Date,
  except: readonly string[],
): Promise<Booking | undefined> {
  const { rows } = await tx.query<BookingRow>({ ...nextOverdueLocked, values: [now, except] })
  const [row] = rows
  return row && toBooking(row)
}

/** One page of a customer's bookings, newest first, without their snapshots, and how many there are. */
export async function findBookingsOfCustomer(
  database: Queryable,
  customerId: string,
  paging: { page: number; size: number },
): Promise<{ items: Booking[]; totalElements: number }> {
  const [page, count] = await Promise.all([
    database.query<BookingRow>({ ...bookingsOfCustomer, values: [customerId, paging.size, paging.page * paging.size] }),
    database.query<{ total: number }>({ ...countOfCustomer, values: [customerId] }),
  ])
  return { items: page.rows.map(toBooking), totalElements: count.rows[0]?.total ?? 0 }
}

/** What changes with a transition, and what is told of it. */
export type BookingChange = {
  bookingId: string
  from: BookingStatus
  to: BookingStatus
  paymentStatus: BookingPaymentStatus
  paidAt: Date | null
  reservations: 'kept' | 'released' | 'fulfilled'
  at: Date
  actor: StatusHistoryEntry['actor']
  reason: string | null
  messages: readonly OutboxMessage[]
}

const changeBooking = {
  name: 'change-booking',
  text: /* sql */ `
    with changed as (
      update booking.booking
      set status = $3, payment_status = $4, paid_at = $5, updated_at = $7
      where id = $1
    ),
    ended as (
      update booking.rental_reservation
      set status = $6, released_at = case $6 when 'released' then $7::timestamptz end
      where booking_id = $1 and status = 'active' and $6 <> 'kept'
    ),
    told as (
      ${outboxInsert('booking', '$11::jsonb')}
    )
    insert into booking.status_history (booking_id, from_status, to_status, at, actor_type, actor_id, reason)
    values ($1, $2, $3, $7, $8, $9, $10)`,
}

/** Writes a transition of a locked booking, its reservations, its history and its messages in one statement. */
export async function writeChange(tx: Queryable, change: BookingChange): Promise<void> {
  await tx.query({
    ...changeBooking,
    values: [
      change.bookingId,
      change.from,
      change.to,
      change.paymentStatus,
      change.paidAt,
      change.reservations,
      change.at,
      change.actor.type,
      change.actor.id,
      change.reason,
      JSON.stringify(change.messages),
    ],
  })
}
