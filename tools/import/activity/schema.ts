import { moneyInput, textInput } from '@campstore/contract/admin/fields'
import { refundDoneSchema } from '@campstore/contract/admin/refunds'
import { attendanceSchema, bookingPaymentMethodSchema } from '@campstore/contract/booking/schemas'
import { orderPaymentMethodSchema } from '@campstore/contract/orders'
import { returnDestinationSchema } from '@campstore/contract/returns'
import { wholeInput } from '@campstore/contract/schemas'
import { z } from 'zod'
import { id } from '../fields.ts'

const at = z
  .string()
  .regex(/^-[1-9]\d{0,2} (?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a day before today and a time, like "-3 20:15"')
  .describe('days before the import, and the time of day in Asia/Taipei: "-3 20:15"')
const day = z
  .string()
  .regex(/^[+-]\d{1,3}$/, 'must be a number of days, like "+2"')
  .describe('days after (+) or before (-) the day of the import: "+2"')
const by = id.describe('an administrator')
const quantity = wholeInput(1)

const pay = z.strictObject({
  do: z.literal('pay'),
  at,
  amount: moneyInput.optional().describe('another amount than is due'),
})
const complete = z.strictObject({ do: z.literal('complete'), at, by })
const cancel = z.strictObject({
  do: z.literal('cancel'),
  at,
  by: by.optional().describe('an administrator; left out: the customer'),
  reason: textInput(200).optional().describe("the administrator's words"),
  refundAmount: moneyInput.optional().describe('of something paid that staff cancel; left out: all that is left'),
})
const refund = z
  .strictObject({ do: z.literal('refund'), at, by, reference: refundDoneSchema.shape.reference })
  .describe('staff gave back what was due')
const goodwill = z.strictObject({ do: z.literal('goodwill'), at, by, amount: moneyInput, reason: textInput(200) })
const note = z.strictObject({ do: z.literal('note'), at, by, text: textInput(2000) })
const expire = z.strictObject({ do: z.literal('expire') }).describe('not paid until the deadline')
const shared = [pay, complete, cancel, expire, refund, goodwill, note] as const
/** What may happen to bookings and to orders. */
export type SharedStep = z.output<(typeof shared)[number]>

const zones = z.array(z.strictObject({ zoneId: id, quantity })).min(1)
const nights = wholeInput(1, 365)
const guestCount = wholeInput(1)
const arrivalTime = z.iso.time({ precision: -1 }).optional()

const change = z.strictObject({
  do: z.literal('change'),
  at,
  by,
  reason: textInput(200),
  price: z.enum(['new', 'kept']),
  checkIn: day.optional(),
  nights: nights.optional(),
  guestCount: guestCount.optional(),
  arrivalTime,
  zones: zones.optional(),
})
export type ActivityChange = z.output<typeof change>

const booking = z.strictObject({
  id,
  customerId: id,
  at: at.describe('when it was made'),
  campgroundId: id,
  checkIn: day,
  nights,
  guestCount,
  arrivalTime,
  contact: z
    .strictObject({ name: textInput(100), phone: textInput(50) })
    .optional()
    .describe('who comes'),
  zones,
  rentals: z.array(z.strictObject({ rentalListingId: id, quantity })).default([]),
  paymentMethod: bookingPaymentMethodSchema,
  steps: z
    .array(
      z.discriminatedUnion('do', [
        ...shared,
        z.strictObject({ do: z.literal('confirm'), at, by }),
        change,
        z.strictObject({ do: z.literal('attendance'), at, by, attendance: attendanceSchema }),
      ]),
    )
    .default([]),
})
export type ActivityBooking = z.output<typeof booking>

const shipment = { at, by, carrier: textInput(50).optional(), trackingNumber: textInput(64).optional() }
const returned = z.strictObject({
  do: z.literal('return'),
  at,
  by,
  reason: textInput(200),
  items: z
    .array(z.strictObject({ variantId: id, quantity, to: returnDestinationSchema.default('stock') }))
    .min(1)
    .optional()
    .describe('left out: everything, to stock'),
})
export type ActivityReturn = z.output<typeof returned>

const order = z.strictObject({
  id,
  customerId: id.describe('with a default shipping address, to which the order goes'),
  at: at.describe('when it was placed'),
  items: z.array(z.strictObject({ variantId: id, quantity })).min(1),
  couponId: id.optional().describe('a coupon of which the customer has a claim'),
  paymentMethod: orderPaymentMethodSchema,
  steps: z
    .array(
      z.discriminatedUnion('do', [
        ...shared,
        z.strictObject({ do: z.literal('confirm-cod'), at }),
        z.strictObject({ do: z.literal('ship'), ...shipment }),
        z.strictObject({ do: z.literal('shipment'), ...shipment }).describe('carrier or tracking number corrected'),
        returned,
      ]),
    )
    .default([]),
})
export type ActivityOrder = z.output<typeof order>

const lines = z.array(z.strictObject({ variantId: id, quantity })).min(1)
const counted = z.array(z.strictObject({ variantId: id, counted: wholeInput(0) })).min(1)
const reason = textInput(500)
const transfer = { at, by, fromLocationId: id, toLocationId: id, reason, lines }
const stockStep = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('receive'), at, by, locationId: id, reference: textInput(100), lines }),
  z.strictObject({ do: z.literal('count'), at, by, locationId: id, reason, lines: counted }),
  z.strictObject({ do: z.literal('transfer'), ...transfer }),
])
export type ActivityStock = z.output<typeof stockStep>

const closure = z.strictObject({ at, campgroundId: id, startDate: day, endDate: day, reason: textInput(200) })
export type ActivityClosure = z.output<typeof closure>

/** What happened around the day of an import (docs/data-format.md#activityjson). */
export const activitySchema = z.strictObject({
  bookings: z.array(booking).min(1),
  orders: z.array(order).min(1),
  stock: z.array(stockStep).default([]).describe('receipts, counts and transfers of stock'),
  closures: z.array(closure).default([]).describe('closures that were made after the bookings'),
})
export type Activity = z.output<typeof activitySchema>
