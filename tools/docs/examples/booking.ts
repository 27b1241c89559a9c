import { cancellationSchema } from '@campstore/contract/booking/cancellation'
import { ownExamples } from './complete.ts'
import { bookingId, createdAs, customerId, moments, paymentForm } from './shared.ts'

const shore = {
  id: 'saddle-lake-shore',
  type: 'Lakeshore pitch',
  capacityPerSite: 4,
  priceWeekday: '950.00',
  priceHoliday: '1500.00',
  totalSites: 16,
  active: true,
  images: ['/api/products/images/pebble-tent.svg', '/api/products/images/brook-canoe.svg'],
}

/** Two nights from Sunday to Tuesday: both are weekday nights. */
const stay = { checkIn: '2026-12-06', checkOut: '2026-12-08' }

const zoneSnapshot = {
  zoneId: shore.id,
  type: shore.type,
  priceWeekday: shore.priceWeekday,
  priceHoliday: shore.priceHoliday,
  quantity: 1,
  lineTotal: '1900.00',
  nights: null,
}

const rentalSnapshot = {
  rentalListingId: 'saddle-lake-pebble-tent-2p-blue',
  rentalSkuVariantId: 'pebble-tent-2p-blue',
  sku: 'PBL-T2',
  name: 'Pebble dome tent',
  specification: '2 persons, blue',
  priceWeekday: '350.00',
  priceHoliday: '500.00',
  discountRate: '0.15',
  quantity: 1,
  lineTotal: '595.00',
  nights: null,
}

const listFields = {
  bookingId,
  status: 'pending',
  paymentStatus: 'unpaid',
  campgroundName: 'Saddle Lake',
  region: 'Nantou',
  ...stay,
  guestCount: 2,
}

const stayContent = {
  ...stay,
  guestCount: 2,
  weekdayCount: 2,
  holidayCount: 0,
  pricing: { zoneTotal: '1900.00', rentalTotal: '595.00', discount: '0.00', finalAmount: '2495.00' },
  zones: [zoneSnapshot],
  rentals: [rentalSnapshot],
}

const checkoutFields = {
  paymentMethod: 'gateway-credit',
  checkoutExpiresAt: moments.deadline,
  campgroundId: 'saddle-lake',
  ...stayContent,
}

/** A booking as a line of a list. */
export const bookingListItem = { ...listFields, finalAmount: '2495.00', createdAt: moments.created }

/** A booking as its member sees it. */
export const bookingDetail = { ...bookingListItem, ...checkoutFields, paidAt: null, updatedAt: moments.created }
const paid = { paymentStatus: 'paid', paidAt: moments.paid, updatedAt: moments.paid }

const checkoutSession = { ...listFields, ...checkoutFields, checkoutStep: 'draft' }
const adminDetail = {
  ...bookingDetail,
  ...paid,
  statusHistory: [createdAs('pending')],
  customer: { id: customerId, name: 'Lin Mei-hua', email: 'member@campstore.test', emailVerified: true },
}

const closure = {
  id: 2,
  campgroundId: 'driftwood-bay',
  closureType: 'weekly',
  weekday: 2,
  effectiveFrom: '2026-11-01',
  effectiveTo: '2027-04-30',
  reason: 'Closed on Tuesday nights in winter',
}

const campground = {
  id: 'saddle-lake',
  name: 'Saddle Lake',
  region: 'Nantou',
  description: 'Pitches along a mountain lake.',
  active: true,
  zones: [shore],
}

const { id, type, capacityPerSite, images } = shore
const { campgroundId, weekdayCount, holidayCount, pricing, zones, rentals } = checkoutFields
const { zones: _, active: __, ...described } = campground
const freeCampground = {
  ...described,
  images: ['/api/products/images/saddle-lake.svg'],
  weekdayCount: 2,
  holidayCount: 0,
  zones: [{ id, type, capacityPerSite, images, availableQuantity: 12, sites: 1, price: '1900.00', total: '1900.00' }],
}

const { rentalSkuVariantId, sku, name, specification, priceWeekday, priceHoliday, discountRate } = rentalSnapshot
const stayExample = {
  ...bookingListItem,
  campgroundId: 'saddle-lake',
  paymentStatus: 'paid',
  paidAt: moments.paid,
  zones: [{ zoneId: shore.id, type: shore.type, quantity: 1 }],
  rentals: [{ rentalSkuVariantId, sku, name, specification, quantity: 1, locationId: 'rental-saddle-lake' }],
}
const zoneOfReport = { campgroundId, campgroundName: campground.name, zoneId: id, type }

const night = { date: stay.checkIn, free: 12, price: shore.priceWeekday, closed: false, closedReason: null }

/** Examples of `data` by route: one element of it for lists. */
export const bookingData: Record<string, unknown> = {
  listCampgrounds: campground,
  searchAvailability: freeCampground,
  getCalendar: {
    id,
    type,
    capacityPerSite,
    nights: [night, { ...night, date: '2026-12-07', free: 16, closed: true, closedReason: 'Works on the water pipe' }],
  },
  quoteBooking: {
    campgroundId,
    campgroundName: campground.name,
    region: campground.region,
    ...stay,
    weekdayCount,
    holidayCount,
    pricing,
    zones,
    rentals,
  },
  listEquipment: {
    id: rentalSnapshot.rentalListingId,
    rentalSkuVariantId,
    campgroundId,
    name,
    pricePerDayWeekday: '350.00',
    pricePerDayHoliday: '500.00',
    active: true,
  },
  getPolicy: {
    bookingWindowDays: 90,
    advanceDays: 1,
    maxNights: 14,
    timezone: 'Asia/Taipei',
    dateBoundaryHour: 0,
    lowAvailabilityThreshold: 3,
    occupyingStatuses: ['pending', 'confirmed'],
    holidayWeekdays: [0, 6],
  },
  listClosures: closure,
  checkAvailability: {
    available: true,
    reasons: [],
    zones: [{ zoneId: 'saddle-lake-shore', requested: 1, availableQuantity: 12 }],
  },
  watchCampground: { campgroundId: 'saddle-lake', zoneIds: [shore.id], nights: [stay.checkIn] },
  startCheckout: checkoutSession,
  openPaymentForm: {
    bookingId,
    ...paymentForm({ TotalAmount: '2495', CustomField1: bookingId, CustomField2: 'booking' }),
  },
  cancelCheckout: { ...checkoutSession, status: 'cancelled', checkoutStep: 'closed' },
  listBookings: bookingListItem,
  getBooking: { ...bookingDetail, ...paid },
  cancelStay: { ...bookingDetail, ...paid, status: 'cancelled' },
  listAdminBookings: {
    ...bookingListItem,
    paymentStatus: 'paid',
    customer: { id: 'customer-member', name: 'Lin Mei-hua' },
  },
  getAdminBooking: adminDetail,
  confirmBooking: { ...adminDetail, status: 'confirmed' },
  completeBooking: { ...adminDetail, status: 'completed' },
  cancelBooking: { ...adminDetail, ...bookingListItem, status: 'cancelled', paidAt: null },
  listStays: stayExample,
  listRentals: {
    day: stay.checkIn,
    locationId: 'rental-saddle-lake',
    locationName: 'Saddle Lake rental hut',
    campgroundId: campground.id,
    variantId: rentalSkuVariantId,
    sku,
    name,
    specification,
    onHand: 6,
    out: 4,
    leaving: 1,
    returning: 2,
    free: 2,
  },
  listOccupancy: {
    ...zoneOfReport,
    totalSites: shore.totalSites,
    active: true,
    nights: [{ date: stay.checkIn, confirmed: 9, paid: 2, held: 1, free: 4, closed: false }],
  },
  reportOccupancy: {
    ...zoneOfReport,
    siteNights: 496,
    closedNights: 32,
    soldNights: 348,
    rate: '0.7500',
    zoneAmount: '392400.00',
  },
  listAffectedBookings: bookingListItem,
  listBookingsOfZone: bookingListItem,
  cancelPaidBooking: { ...adminDetail, status: 'cancelled' },
  quoteChange: stayContent,
  getCancellation: ownExamples(cancellationSchema)?.[0],
  getZone: { ...shore, campgroundId },
  listRentalListings: {
    id: rentalSnapshot.rentalListingId,
    campgroundId,
    variantId: rentalSkuVariantId,
    sku,
    name,
    specification,
    priceWeekday,
    priceHoliday,
    discountRate,
    active: true,
  },
  listHolidays: { date: '2027-01-01', kind: 'holiday', name: 'New Year' },
  getShippingPolicy: { flatFee: '100.00', freeShippingThreshold: '1500.00' },
  uploadImage: { path: '/api/products/images/8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4.webp' },
}

const changedStay = {
  checkIn: '2026-12-08',
  checkOut: '2026-12-10',
  guestCount: 3,
  arrivalTime: '22:00',
  zones: [{ zoneId: shore.id, quantity: 1 }],
  rentals: [{ rentalListingId: rentalSnapshot.rentalListingId, rentalSkuVariantId, quantity: 1 }],
  price: 'kept',
}

/** Examples of bodies by route, where the example of `data` does not have their fields. */
export const bookingBodies: Record<string, unknown> = {
  checkAvailability: { campgroundId: 'saddle-lake', ...stay, zones: [{ zoneId: shore.id, quantity: 1 }] },
  startCheckout: { idempotencyKey: 'f0b9c9b2-7f43-4b0e-9d7c-2a7a1f3b8c55' },
  cancelStay: { refundAmount: '2495.00' },
  cancelBooking: { reason: 'Booked twice' },
  cancelPaidBooking: { reason: 'The road is closed', refundAmount: '2495.00' },
  changeStay: { ...changedStay, expectedAmount: '2495.00', reason: 'The guests come two days later' },
  quoteChange: changedStay,
  refundBooking: { amount: '300.00', reason: 'No hot water on the first night' },
  cancelBookingsOfClosure: { ids: [bookingId], reason: 'The road is closed' },
  changeClosure: { effectiveTo: '2027-04-30' },
  changeCampground: { description: 'Terraces above the lake, with a view of the ridge' },
  changeZone: { priceWeekday: '990.00', totalSites: 16 },
  changeRentalListing: { discountRate: '0.20' },
  changeBookingPolicy: { maxNights: 10 },
  changeShippingPolicy: { freeShippingThreshold: '2000.00' },
}
