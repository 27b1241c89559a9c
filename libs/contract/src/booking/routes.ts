import { z } from 'zod'
import { changed, declareRoutes, listOf, pageOf } from '../declare.ts'
import { idSchema, pagingQuerySchema } from '../schemas.ts'
import { cancellationSchema, cancelStaySchema } from './cancellation.ts'
import { bookingQuoteRequestSchema, bookingQuoteSchema } from './quotes.ts'
import {
  availabilityChangeSchema,
  availabilityRequestSchema,
  availabilitySchema,
  bookingCheckoutSessionSchema,
  bookingDetailSchema,
  bookingListItemSchema,
  bookingPaymentFormSchema,
  bookingPolicySchema,
  campgroundSchema,
  changeContactSchema,
  closureSchema,
  closuresQuerySchema,
  rentalEquipmentSchema,
  startCheckoutRequestSchema,
} from './schemas.ts'
import { availabilityQuerySchema, calendarQuerySchema, freeCampgroundSchema, zoneCalendarSchema } from './search.ts'

/** Why dates or places of a stay are refused. */
const ofStay = ['BOOKING_DATE_INVALID', 'BOOKING_WINDOW_EXCEEDED', 'NOT_FOUND'] as const

/** Every endpoint under /api/booking (docs/contract/booking.md). */
export const bookingRoutes = {
  ...declareRoutes('public', {
    listCampgrounds: {
      summary: 'Lists active campgrounds with their zones',
      endpoint: 'GET /api/booking/campgrounds',
      ...listOf(campgroundSchema),
    },
    getCampground: {
      summary: 'Reads an active campground with its zones',
      endpoint: 'GET /api/booking/campgrounds/{id}',
      data: campgroundSchema,
    },
    getCalendar: {
      summary: 'Lists each night of each active zone of a campground: free sites, price, closures',
      endpoint: 'GET /api/booking/campgrounds/{id}/calendar',
      query: calendarQuerySchema,
      ...listOf(zoneCalendarSchema),
    },
    searchAvailability: {
      summary: 'Lists campgrounds with free zones and their prices for a stay; holds nothing',
      endpoint: 'GET /api/booking/availability',
      ...pageOf(availabilityQuerySchema, freeCampgroundSchema),
      errors: ofStay,
    },
    listEquipment: {
      summary: 'Lists the rental equipment of a campground',
      endpoint: 'GET /api/booking/equipment',
      query: z.object({ campgroundId: idSchema.describe('Campground whose equipment is listed') }),
      ...listOf(rentalEquipmentSchema),
      errors: ['NOT_FOUND'],
    },
    getPolicy: {
      summary: 'Reads the booking policy',
      endpoint: 'GET /api/booking/policy',
      data: bookingPolicySchema,
      errors: ['NOT_FOUND'],
    },
    listClosures: {
      summary: 'Lists closures of active campgrounds',
      endpoint: 'GET /api/booking/closures',
      query: closuresQuerySchema,
      ...listOf(closureSchema),
    },
    checkAvailability: {
      summary: 'Checks whether zones are free for a stay; holds nothing',
      endpoint: 'POST /api/booking/check-availability',
      body: availabilityRequestSchema,
      data: availabilitySchema,
      errors: ofStay,
    },
    watchCampground: {
      summary: 'Streams the zones and nights of an active campground whose availability changes',
      endpoint: 'GET /api/booking/campgrounds/{id}/events',
      shape: 'stream',
      event: 'availability',
      data: availabilityChangeSchema,
    },
  }),
  ...declareRoutes('member', {
    startCheckout: {
      summary: 'Holds campsites and rental stock and opens a checkout',
      endpoint: 'POST /api/booking/checkout/sessions',
      activeCustomerOnly: true,
      body: startCheckoutRequestSchema,
      data: bookingCheckoutSessionSchema,
      errors: [...ofStay, 'CONFLICT', 'ZONE_UNAVAILABLE', 'RENTAL_STOCK_INSUFFICIENT', 'IDEMPOTENCY_CONFLICT'],
    },
    quoteBooking: {
      summary: 'Calculates the price of a stay; holds nothing',
      endpoint: 'POST /api/booking/checkout/quotes',
      body: bookingQuoteRequestSchema,
      acceptsBodyOf: startCheckoutRequestSchema,
      changesNothing: true,
      data: bookingQuoteSchema,
      errors: [...ofStay, 'ZONE_UNAVAILABLE', 'RENTAL_STOCK_INSUFFICIENT'],
    },
    getCheckout: {
      summary: "Reads the caller's booking as a checkout session",
      endpoint: 'GET /api/booking/checkout/sessions/{bookingId}',
      data: bookingCheckoutSessionSchema,
    },
    changeCheckout: {
      summary: 'Deferred: would change the coupon of a booking',
      endpoint: 'PATCH /api/booking/checkout/sessions/{bookingId}',
      data: z.never(),
      errors: ['NOT_IMPLEMENTED'],
    },
    openPaymentForm: {
      summary: "Creates a form for the payment provider's page, where bookings have one",
      endpoint: 'POST /api/booking/checkout/sessions/{bookingId}/gateway',
      data: bookingPaymentFormSchema,
      errors: ['NOT_IMPLEMENTED', 'NOT_FOUND', 'CONFLICT', 'BOOKING_EXPIRED'],
    },
    cancelCheckout: {
      summary: 'Cancels a pending, unpaid booking and releases its hold',
      endpoint: 'POST /api/booking/checkout/sessions/{bookingId}/cancel',
      data: bookingCheckoutSessionSchema,
      errors: ['CONFLICT', 'BOOKING_EXPIRED'],
    },
    listBookings: {
      summary: "Lists the caller's bookings, newest first",
      endpoint: 'GET /api/booking/bookings',
      ...pageOf(pagingQuerySchema, bookingListItemSchema),
    },
    getBooking: {
      summary: "Reads one of the caller's bookings",
      endpoint: 'GET /api/booking/bookings/{id}',
      data: bookingDetailSchema,
    },
    getCancellation: {
      summary: 'Reads what comes back if the caller cancels a paid booking now',
      endpoint: 'GET /api/booking/bookings/{id}/cancellation',
      data: cancellationSchema,
    },
    cancelStay: {
      summary: 'Cancels a paid booking by its rules, and opens a refund',
      endpoint: 'POST /api/booking/bookings/{id}/cancel',
      body: cancelStaySchema,
      ...changed(bookingDetailSchema),
    },
    changeContact: {
      summary: 'Corrects, sets or removes the guest contact of a paid booking until check-out',
      endpoint: 'PATCH /api/booking/bookings/{id}/contact',
      body: changeContactSchema,
      ...changed(bookingDetailSchema),
    },
    watchBooking: {
      summary: "Streams one of the caller's bookings: its current state, then each change",
      endpoint: 'GET /api/booking/bookings/{id}/events',
      shape: 'stream',
      event: 'booking',
      data: bookingDetailSchema,
      errors: ['RATE_LIMITED'],
    },
  }),
}
