import type { z } from 'zod'
import { bookingCheckoutSessionSchema, startCheckoutRequestSchema } from './schemas.ts'

/** Request for the price of a stay: the fields of a checkout that decide the price (docs/contract/booking.md#quote). */
export const bookingQuoteRequestSchema = startCheckoutRequestSchema.omit({
  guestCount: true,
  arrivalTime: true,
  contact: true,
  paymentMethod: true,
  idempotencyKey: true,
})
export type BookingQuoteRequest = z.output<typeof bookingQuoteRequestSchema>

/** Prices that a checkout of the same stay would show now; holds nothing. */
export const bookingQuoteSchema = bookingCheckoutSessionSchema.pick({
  campgroundId: true,
  campgroundName: true,
  region: true,
  checkIn: true,
  checkOut: true,
  weekdayCount: true,
  holidayCount: true,
  pricing: true,
  zones: true,
  rentals: true,
})
export type BookingQuote = z.infer<typeof bookingQuoteSchema>
