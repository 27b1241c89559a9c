import { type AdminBookingListItem, adminBookingListItemSchema } from '@campstore/contract/admin/bookings'
import { type AdminZone, adminZoneSchema } from '@campstore/contract/admin/campgrounds'
import { type AffectedBooking, affectedBookingSchema } from '@campstore/contract/admin/closures'
import { type Holiday, holidaySchema } from '@campstore/contract/admin/holidays'
import type { Contact } from '@campstore/contract/admin/people'
import { type Stay, staySchema } from '@campstore/contract/admin/stays'
import { type BookingQuote, bookingQuoteSchema } from '@campstore/contract/booking/quotes'
import {
  type AdminBookingDetail,
  adminBookingDetailSchema,
  type BookingCheckoutSession,
  type BookingDetail,
  type BookingListItem,
  type BookingPolicy,
  bookingCheckoutSessionSchema,
  bookingDetailSchema,
  bookingListItemSchema,
  bookingPolicySchema,
  bookingPricingSchema,
  type CampgroundClosure,
  closureSchema,
} from '@campstore/contract/booking/schemas'
import { type BookingEventData, eventDataSchemas } from '@campstore/contract/messages/events'
import { methodsOutlivingHold } from '@campstore/contract/payment-form'
import { present } from '@campstore/contract/present'
import { methodsNotTaking } from '@campstore/payments/amount-limits'
import type { Dependencies } from './dependencies.ts'
import { checkoutStep } from './domain/lifecycle.ts'
import type { PricedStay } from './domain/pricing.ts'
import type { Booking } from './persistence/bookings.ts'
import type { ClosureRow, HolidayRow, PolicyRow, ZoneRow } from './persistence/entities.ts'
import type { StaffFields } from './persistence/staff-fields.ts'
import type { StayRow } from './persistence/stays.ts'

export const presentClosure = (row: ClosureRow): CampgroundClosure =>
  present(closureSchema, row, { campgroundId: row.campground.id })

export const presentZone = (row: ZoneRow): AdminZone =>
  present(adminZoneSchema, row, { campgroundId: row.campground.id })

export const presentHoliday = (row: HolidayRow): Holiday => present(holidaySchema, row)

export const presentPolicy = (row: PolicyRow): BookingPolicy => present(bookingPolicySchema, row)

/** Fields that all shapes of a booking rename or compute. */
const sharedFields = (booking: Booking) => ({
  bookingId: booking.id,
  pricing: present(bookingPricingSchema, booking),
})

/** A booking as its checkout session. */
export const presentCheckout = (
  { paymentProvider }: Pick<Dependencies, 'paymentProvider'>,
  booking: Booking,
): BookingCheckoutSession =>
  present(bookingCheckoutSessionSchema, booking, {
    ...sharedFields(booking),
    checkoutStep: checkoutStep(booking),
    methodsOutlivingHold: [...methodsOutlivingHold],
    methodsNotTakingAmount: methodsNotTaking(paymentProvider, booking.finalAmount),
  })

export const presentQuote = (stay: PricedStay): BookingQuote =>
  present(bookingQuoteSchema, stay, { pricing: present(bookingPricingSchema, stay) })

/** A booking as an item of a list. */
export const presentListItem = (booking: Booking): BookingListItem =>
  present(bookingListItemSchema, booking, { bookingId: booking.id })

/** A booking as an item of the staff's list. */
export const presentAdminListItem = (booking: Booking & Pick<AdminBookingListItem, 'customer'>): AdminBookingListItem =>
  present(adminBookingListItemSchema, booking, { bookingId: booking.id })

/** A booking that a closure affects, with its customer. */
export const presentAffected = (booking: Booking & { customer: Contact }): AffectedBooking =>
  present(affectedBookingSchema, booking, { bookingId: booking.id })

/** A booking for the campground's staff. */
export const presentStay = (booking: StayRow): Stay => present(staySchema, booking, { bookingId: booking.id })

/** A booking with everything that its member may see. */
export const presentDetail = (booking: Booking): BookingDetail =>
  present(bookingDetailSchema, booking, sharedFields(booking))

/** The payload of a booking's events: no names of people, no addresses. */
export const toBookingEvent = (booking: Booking): BookingEventData =>
  present(eventDataSchemas['booking.created'], booking, {
    bookingId: booking.id,
    customer: { emailVerified: booking.customerEmailVerified },
  })

/** A booking with its customer, history and the locations of its rentals, for administrators. */
export const presentAdminBooking = (booking: Booking, { locations, ...more }: StaffFields): AdminBookingDetail =>
  present(adminBookingDetailSchema, booking, {
    ...sharedFields(booking),
    ...more,
    rentals: booking.rentals.map(rental => ({ ...rental, locationId: locations[rental.rentalListingId] ?? '' })),
  })
