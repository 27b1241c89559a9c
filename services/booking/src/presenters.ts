import { type AdminZone, adminZoneSchema } from '@campstore/contract/admin/campgrounds'
import { type ChangeQuote, changeQuoteSchema } from '@campstore/contract/admin/stay-changes'
import type { Cancellation } from '@campstore/contract/booking/cancellation'
import { type BookingQuote, bookingQuoteSchema } from '@campstore/contract/booking/quotes'
import {
  type AdminBookingDetail,
  adminBookingDetailSchema,
  type BookingCheckoutSession,
  type BookingDetail,
  bookingCheckoutSessionSchema,
  bookingDetailSchema,
  bookingPricingSchema,
  type CampgroundClosure,
  closureSchema,
  rentalSnapshotSchema,
  type StayContent,
  stayContentSchema,
} from '@campstore/contract/booking/schemas'
import type { EventData } from '@campstore/contract/messages/events'
import { methodsOutlivingHold } from '@campstore/contract/payment-form'
import { present, presenterOf } from '@campstore/contract/present'
import { presentRefunds } from '@campstore/holds/refund-reads'
import { secondsLeft } from '@campstore/holds/seconds-left'
import { methodsNotTaking } from '@campstore/payments/amount-limits'
import type { Dependencies } from './dependencies.ts'
import { checkoutStep } from './domain/lifecycle.ts'
import type { PricedStay } from './domain/pricing.ts'
import { type ChangePrice, wantedOf } from './domain/stay-change.ts'
import type { Booking } from './persistence/bookings.ts'
import type { ClosureRow, ZoneRow } from './persistence/entities.ts'
import type { StaffFields } from './persistence/staff-fields.ts'
import type { ShortagesOfChange } from './persistence/stay-changes.ts'

export const presentClosure = (row: ClosureRow): CampgroundClosure =>
  present(closureSchema, row, { campgroundId: row.campground.id })

export const presentZone = (row: ZoneRow): AdminZone =>
  present(adminZoneSchema, row, { campgroundId: row.campground.id })

const presentRental = presenterOf(rentalSnapshotSchema)

/** Fields that all shapes of a stay with its price compute. Only staff see the locations of rentals. */
const pricedFields = (stay: PricedStay) => ({
  pricing: present(bookingPricingSchema, stay),
  rentals: stay.rentals.map(presentRental),
})

/** A booking as its checkout session. */
export const presentCheckout = (
  { paymentProvider, clock }: Partial<Pick<Dependencies, 'paymentProvider'>> & Pick<Dependencies, 'clock'>,
  booking: Booking,
): BookingCheckoutSession =>
  present(bookingCheckoutSessionSchema, booking, {
    ...pricedFields(booking),
    ...presentRefunds(booking),
    bookingId: booking.id,
    checkoutStep: checkoutStep(booking),
    secondsLeft: secondsLeft(checkoutStep(booking) === 'ready_to_pay' ? booking.checkoutExpiresAt : null, clock()),
    methodsOutlivingHold: [...methodsOutlivingHold],
    methodsNotTakingAmount: methodsNotTaking(paymentProvider, booking.finalAmount),
  })

export const presentQuote = (stay: PricedStay): BookingQuote => present(bookingQuoteSchema, stay, pricedFields(stay))

/** A booking with everything that its member may see. */
export const presentDetail = (booking: Booking): BookingDetail =>
  present(bookingDetailSchema, booking, { ...pricedFields(booking), ...presentRefunds(booking), bookingId: booking.id })

/** A booking with the fields of its events, which name no person and no address. */
export const toBookingEvent = (booking: Booking) => ({
  ...booking,
  bookingId: booking.id,
  customer: { emailVerified: booking.customerEmailVerified },
})

/** The content of a booking that staff may change. */
export const presentContent = (booking: Booking): StayContent =>
  present(stayContentSchema, booking, { pricing: present(bookingPricingSchema, booking) })

/** The stay of a booking before or after a change, as the event of the change has it. */
export const stayOfEvent = (booking: Booking): EventData<'booking.changed'>['after'] => ({
  ...wantedOf(booking),
  finalAmount: booking.finalAmount,
})

/** A booking as a change would make it, what that does to its price, and what it adds. */
export type PlannedChange = ChangePrice &
  Pick<ChangeQuote, 'added'> & {
    changed: Booking
    /** Refunds of earlier changes that are due. */
    dueOfChanges: ChangePrice['refundAmount']
  }

/** A planned change with its shortages. */
export const presentChangeQuote = (
  { changed, difference, refundAmount, added }: PlannedChange,
  { closedOn, zones, rentals }: ShortagesOfChange,
): ChangeQuote =>
  present(changeQuoteSchema, presentContent(changed), {
    difference,
    refundAmount,
    added,
    closedOn,
    shortages: [
      ...zones.map(({ line, requested, remaining: left, night }) => ({
        path: `zones.${line}`,
        requested,
        left,
        night,
      })),
      ...rentals.map(({ line, requested, left }) => ({ path: `rentals.${line}`, requested, left, night: null })),
    ],
  })

/** A booking with its customer, history and the locations of its rentals, for administrators. */
export const presentAdminBooking = (
  booking: Booking,
  more: StaffFields & { cancellation: Cancellation },
): AdminBookingDetail =>
  present(adminBookingDetailSchema, booking, {
    ...more,
    ...presentRefunds(more),
    bookingId: booking.id,
    pricing: present(bookingPricingSchema, booking),
  })
