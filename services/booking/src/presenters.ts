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
  type Campground,
  type CampgroundClosure,
  campgroundSchema,
  closureSchema,
  type RentalEquipment,
  rentalEquipmentSchema,
  zoneSchema,
} from '@campstore/contract/booking/schemas'
import { type BookingEventData, eventDataSchemas } from '@campstore/contract/messages/events'
import { present } from '@campstore/contract/present'
import { checkoutStep } from './domain/lifecycle.ts'
import type { Booking } from './persistence/bookings.ts'
import type { CampgroundRow, ClosureRow, PolicyRow, RentalListingRow } from './persistence/entities.ts'
import type { CustomerAndHistory } from './persistence/history.ts'

/** A campground with its zones. */
export const presentCampground = (row: CampgroundRow): Campground =>
  present(campgroundSchema, row, { zones: row.zones.getItems().map(zone => present(zoneSchema, zone)) })

/** A closure. */
export const presentClosure = (row: ClosureRow): CampgroundClosure =>
  present(closureSchema, row, { campgroundId: row.campground.id })

/** A rental listing. It is usable when its equipment item, SKU and variant are usable as well. */
export const presentEquipment = (row: RentalListingRow): RentalEquipment =>
  present(rentalEquipmentSchema, row, {
    rentalSkuVariantId: row.variant.id,
    campgroundId: row.campground.id,
    name: row.variant.itemName,
    pricePerDayWeekday: row.priceWeekday,
    pricePerDayHoliday: row.priceHoliday,
    active: row.active && row.variant.skuUsable && row.variant.itemUsable,
  })

/** The booking policy. */
export const presentPolicy = (row: PolicyRow): BookingPolicy => present(bookingPolicySchema, row)

/** What all shapes of a booking have under another name, or computed. */
const sharedFields = (booking: Booking) => ({
  bookingId: booking.id,
  pricing: present(bookingPricingSchema, booking),
})

/** A booking as its checkout session. */
export const presentCheckout = (booking: Booking): BookingCheckoutSession =>
  present(bookingCheckoutSessionSchema, booking, { ...sharedFields(booking), checkoutStep: checkoutStep(booking) })

/** A booking as an item of a list. */
export const presentListItem = (booking: Booking): BookingListItem =>
  present(bookingListItemSchema, booking, { bookingId: booking.id })

/** A booking with everything its member may see. */
export const presentDetail = (booking: Booking): BookingDetail =>
  present(bookingDetailSchema, booking, sharedFields(booking))

/** The payload of a booking's events: no names, no addresses. */
export const toBookingEvent = (booking: Booking): BookingEventData =>
  present(eventDataSchemas['booking.created'], booking, { bookingId: booking.id })

/** A booking with its customer and history, for administrators. */
export const presentAdminBooking = (booking: Booking, more: CustomerAndHistory): AdminBookingDetail =>
  present(adminBookingDetailSchema, booking, { ...sharedFields(booking), ...more })
