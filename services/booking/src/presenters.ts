import type {
  AdminBookingDetail,
  BookingCheckoutSession,
  BookingDetail,
  BookingListItem,
  BookingPolicy,
  Campground,
  CampgroundClosure,
  RentalEquipment,
} from '@campstore/contract/booking/schemas'
import type { BookingEventData } from '@campstore/contract/messages/events'
import { money } from '@campstore/core/money'
import { checkoutStep } from './domain/lifecycle.ts'
import type { Booking } from './persistence/bookings.ts'
import type { CampgroundRow, ClosureRow, PolicyRow, RentalListingRow, ZoneRow } from './persistence/entities.ts'
import type { CustomerAndHistory } from './persistence/history.ts'

/** A campground in the contract's shape. */
export const presentCampground = (row: CampgroundRow): Campground => ({
  id: row.id,
  name: row.name,
  region: row.region,
  description: row.description ?? null,
  active: row.active,
  zones: row.zones.getItems().map(presentZone),
})

const presentZone = (row: ZoneRow): Campground['zones'][number] => ({
  id: row.id,
  type: row.type,
  capacityPerSite: row.capacityPerSite,
  priceWeekday: money(row.priceWeekday),
  priceHoliday: money(row.priceHoliday),
  totalSites: row.totalSites,
  active: row.active,
})

/** A closure in the contract's shape. */
export const presentClosure = (row: ClosureRow): CampgroundClosure => ({
  id: row.id,
  campgroundId: row.campground.id,
  closureType: row.closureType,
  startDate: row.startDate ?? null,
  endDate: row.endDate ?? null,
  weekday: row.weekday ?? null,
  effectiveFrom: row.effectiveFrom ?? null,
  effectiveTo: row.effectiveTo ?? null,
  reason: row.reason,
})

/** A rental listing in the contract's shape. It is usable when its equipment item, SKU and variant are usable as well. */
export const presentEquipment = (row: RentalListingRow): RentalEquipment => ({
  id: row.id,
  rentalSkuVariantId: row.variant.id,
  campgroundId: row.campground.id,
  name: row.variant.itemName,
  pricePerDayWeekday: money(row.priceWeekday),
  pricePerDayHoliday: money(row.priceHoliday),
  active: row.active && row.variant.skuUsable && row.variant.itemUsable,
})

/** The booking policy in the contract's shape. */
export const presentPolicy = (row: PolicyRow): BookingPolicy => ({
  bookingWindowDays: row.bookingWindowDays,
  advanceDays: row.advanceDays,
  maxNights: row.maxNights,
  timezone: row.timezone,
  dateBoundaryHour: row.dateBoundaryHour,
  lowAvailabilityThreshold: row.lowAvailabilityThreshold,
  occupyingStatuses: row.occupyingStatuses,
})

const pricingOf = (booking: Booking): BookingDetail['pricing'] => ({
  zoneTotal: booking.zoneTotal,
  rentalTotal: booking.rentalTotal,
  discount: booking.discount,
  finalAmount: booking.finalAmount,
})

type PaymentMethod = BookingCheckoutSession['paymentMethod']

/** A booking as its checkout session. */
export const presentCheckout = (booking: Booking): BookingCheckoutSession => ({
  bookingId: booking.id,
  status: booking.status,
  paymentStatus: booking.paymentStatus,
  paymentMethod: booking.paymentMethod as PaymentMethod,
  checkoutExpiresAt: booking.checkoutExpiresAt.toISOString(),
  campgroundId: booking.campgroundId,
  campgroundName: booking.campgroundName,
  region: booking.region,
  checkIn: booking.checkIn,
  checkOut: booking.checkOut,
  guestCount: booking.guestCount,
  weekdayCount: booking.weekdayCount,
  holidayCount: booking.holidayCount,
  pricing: pricingOf(booking),
  zones: booking.zones,
  rentals: booking.rentals,
  checkoutStep: checkoutStep(booking),
})

/** A booking as an item of a list. */
export const presentListItem = (booking: Booking): BookingListItem => ({
  bookingId: booking.id,
  status: booking.status,
  paymentStatus: booking.paymentStatus,
  campgroundName: booking.campgroundName,
  region: booking.region,
  checkIn: booking.checkIn,
  checkOut: booking.checkOut,
  guestCount: booking.guestCount,
  finalAmount: booking.finalAmount,
  createdAt: booking.createdAt.toISOString(),
})

/** A booking with everything its member may see. */
export const presentDetail = (booking: Booking): BookingDetail => ({
  ...presentListItem(booking),
  campgroundId: booking.campgroundId,
  paymentMethod: booking.paymentMethod as PaymentMethod,
  paidAt: booking.paidAt?.toISOString() ?? null,
  checkoutExpiresAt: booking.checkoutExpiresAt.toISOString(),
  weekdayCount: booking.weekdayCount,
  holidayCount: booking.holidayCount,
  pricing: pricingOf(booking),
  zones: booking.zones,
  rentals: booking.rentals,
  updatedAt: booking.updatedAt.toISOString(),
})

/** The payload of a booking's events: no names, no addresses. */
export const toBookingEvent = (booking: Booking): BookingEventData => ({
  bookingId: booking.id,
  customerId: booking.customerId,
  campgroundId: booking.campgroundId,
  status: booking.status,
  paymentStatus: booking.paymentStatus,
  checkIn: booking.checkIn,
  checkOut: booking.checkOut,
  finalAmount: booking.finalAmount,
  checkoutExpiresAt: booking.checkoutExpiresAt.toISOString(),
})

/** A booking with its customer and history, for administrators. */
export const presentAdminBooking = (booking: Booking, more: CustomerAndHistory): AdminBookingDetail => ({
  ...presentDetail(booking),
  ...more,
})
