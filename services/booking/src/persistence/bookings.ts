import {
  type AdminBookingDetail,
  adminBookingDetailSchema,
  type BookingListItem,
  type BookingPricing,
  bookingDetailSchema,
  bookingListItemSchema,
  bookingPricingSchema,
  zoneSnapshotSchema,
} from '@campstore/contract/booking/schemas'
import { columnList, rowOf } from '@campstore/database/column-list'
import type { CustomerList } from '@campstore/database/customer-page'
import type { Transaction } from '@campstore/database/database'
import type { TransitionWrite } from '@campstore/holds/hold-definition'
import { readsOf } from '@campstore/holds/records'
import { refundColumns } from '@campstore/holds/refund-reads'
import { contractJson } from '@campstore/service/contract-json'
import type { z } from 'zod'
import type { ReservationEffect } from '../domain/lifecycle.ts'
import { bookingNames } from '../names.ts'

type Times<Time> = { paidAt: Time | null; checkoutExpiresAt: Time; createdAt: Time; updatedAt: Time }

/** A booking's fields besides its times. */
type Fields = Omit<
  AdminBookingDetail,
  'bookingId' | 'pricing' | 'customer' | 'cancellation' | 'changes' | 'statusHistory' | 'notes' | keyof Times<Date>
> &
  BookingPricing & {
    id: string
    customerId: string
    /** Whether the customer's e-mail was verified when the booking was made; false when it is empty. */
    customerEmailVerified: boolean
    /** Its nights with the holiday price; null where their number says it, and of a booking of version 1.0.0. */
    holidayNights: readonly string[] | null
  }

/** A booking with its snapshots, each rental with its location. Times are instants; dates are `YYYY-MM-DD`; amounts are TWD. */
export type Booking = Fields & Times<Date>

/** A booking as the driver returns it; without tiers where the previous version took its hold. */
export type BookingRow = Omit<Fields, 'cancellationTiers'> &
  Times<string> & { cancellationTiers: Fields['cancellationTiers'] | null }

const { bookingId, pricing, zones, rentals, refundStatus, refunds, ...ownFields } = bookingDetailSchema.extend(
  bookingPricingSchema.shape,
).shape
const bookingFields = ['id', 'customerId', ...Object.keys(ownFields)] as (keyof Booking)[]
/** Columns of a {@link BookingRow} without its snapshots. */
const bookingColumns = `${columnList('booking', [...bookingFields, 'attendance'])},
  array_to_json(holiday_nights) as "holidayNights",
  customer_email_verified and customer_email <> '' as "customerEmailVerified"`

/** The fields of a {@link BookingListItem} besides its id. */
export const listedFields = Object.keys(bookingListItemSchema.shape).filter(field => field !== 'bookingId')
/** Columns of a {@link BookingListItem}; times are as the driver returns them. */
export const listedColumns = `booking.id as "bookingId", ${columnList('booking', listedFields)}`

/** Columns of the zones and rentals of a booking, with the fields of these schemas. */
export const lineColumns = (zone: z.ZodObject, rental: z.ZodObject) => /* sql */ `
  (
    select coalesce(json_agg(${contractJson('booking_zone', zone)} order by line), '[]')
    from booking.booking_zone
    where booking_id = booking.id
  ) as zones,
  (
    select coalesce(json_agg(
      ${contractJson('rental_reservation', rental, { rentalSkuVariantId: 'variant_id' })} order by line
    ), '[]')
    from booking.rental_reservation
    where booking_id = booking.id
  ) as rentals`

/** Columns of a {@link BookingRow} with its snapshots and refunds. */
export const bookingWithSnapshots = `${bookingColumns},
  ${refundColumns('booking', 'booking.id')},
  ${lineColumns(zoneSnapshotSchema, adminBookingDetailSchema.shape.rentals.element)}`

/** A customer's bookings as a list shows them ({@link BookingListItem}), newest first. */
export const bookingsOfCustomer: CustomerList = {
  name: 'bookings',
  columns: listedColumns,
  table: 'booking.booking',
  orderBy: 'created_at desc, id desc',
}

/** The customer of a new booking, as stored in its row. */
export type Customer = { customerName: string; customerEmail: string }

const ownRecordFields = ['customerName', 'customerEmail', 'customerEmailVerified', 'holidayNights'] as const

/** The fields of a new booking that are columns of its row. */
export const recordFields = [...bookingFields, ...ownRecordFields] as (keyof (Booking & Customer))[]

const rowOfBooking = rowOf(recordFields)

/** A new booking as `json_populate_record` reads it. */
export const bookingRecord = (booking: Booking & Customer) => rowOfBooking(booking)

/**
 * Bookings that are not cancelled, in two parts with a partial index each: paid ones and unpaid holds. A hold
 * writes neither index of paid bookings.
 */
export const heldOrPaid = {
  paid: /* sql */ `booking.payment_status = 'paid' and booking.status <> 'cancelled'`,
  unpaid: /* sql */ `booking.payment_status = 'unpaid' and booking.status = 'pending'`,
} as const

/** Converts a row to a booking. */
export const toBooking = (row: BookingRow): Booking => ({
  ...row,
  cancellationTiers: row.cancellationTiers ?? [],
  paidAt: row.paidAt === null ? null : new Date(row.paidAt),
  checkoutExpiresAt: new Date(row.checkoutExpiresAt),
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
})

/** The reads of bookings. A read that needs no snapshots leaves them out. */
export const bookingReads = readsOf<BookingRow, Booking>({
  kind: bookingNames.kind,
  table: 'booking.booking',
  columns: bookingWithSnapshots,
  listedColumns: `${bookingColumns}, 'none' as "refundStatus", '[]'::json as refunds, '[]'::json as zones, '[]'::json as rentals`,
  takenAt: 'created_at',
  unpaid: `status = 'pending' and payment_status = 'unpaid'`,
  toRecord: toBooking,
})

const changeBookingStatement = {
  name: 'change-booking',
  text: /* sql */ `
    with changed as (
      update booking.booking
      set status = $2, payment_status = $3, paid_at = $4, updated_at = $5, attendance = $12, contact = $13
      where id = $1
    ),
    ended as (
      update booking.rental_reservation
      set status = case $6 when 'release' then 'released' else 'fulfilled' end,
          released_at = case $6 when 'release' then $5::timestamptz end
      where booking_id = $1 and status = 'active' and $6 <> 'none'
    ),
    new_history as (
      insert into booking.status_history (booking_id, from_status, to_status, at, actor_type, actor_id, reason)
      values ($1, $11, $2, $5, $7, $8, $9)
    )
    select booking.publish($10)`,
}

/** Writes a transition of a locked booking in one statement. */
export async function writeTransition(
  tx: Transaction,
  booking: Booking,
  { from, effects, actor, reason, messages }: TransitionWrite<ReservationEffect>,
): Promise<void> {
  await tx.query({
    ...changeBookingStatement,
    values: [
      booking.id,
      booking.status,
      booking.paymentStatus,
      booking.paidAt,
      booking.updatedAt,
      effects,
      actor.type,
      actor.id,
      reason,
      JSON.stringify(messages),
      from,
      booking.attendance,
      booking.contact,
    ],
  })
}
