import { z } from 'zod'
import {
  adminBookingDetailSchema,
  attendanceField,
  attendanceSchema,
  bookingListItemSchema,
  bookingPaymentStatusSchema,
  bookingStatusSchema,
  changeContactSchema,
} from '../booking/schemas.ts'
import { changed, declareAdminRoutes, pageOf, removed } from '../declare.ts'
import { dateSchema, nameFilter } from '../schemas.ts'
import {
  cancelBodySchema,
  cancelPaidBodySchema,
  givesAnyAmount,
  idFilter,
  instants,
  openRefundBodySchema,
  pageQuery,
  searchFilter,
  someOf,
  sortedBy,
  yesOrNo,
} from './fields.ts'
import { addNoteSchema, removesAnyNote } from './notes.ts'
import { contactSchema } from './people.ts'
import { changeQuoteSchema, changeStaySchema, quoteChangeSchema } from './stay-changes.ts'

/** {@link changeContactSchema} of a request by staff, which names nothing else. */
const changeContactByStaffSchema = z.strictObject({
  contact: z
    .strictObject(changeContactSchema.shape.contact.unwrap().shape)
    .nullable()
    .describe('Whom staff can call about the stay; null if that is the member'),
})

export const bookingsQuerySchema = pageQuery({
  q: searchFilter,
  status: someOf(bookingStatusSchema).describe('Status of the booking; may be repeated'),
  paymentStatus: bookingPaymentStatusSchema.optional(),
  campgroundId: idFilter.describe('Only bookings of this campground'),
  customerId: idFilter.describe('Only bookings of this customer'),
  region: nameFilter.describe(
    'Only bookings of this region, by its full name as of creation, ignoring case; blank means absent',
  ),
  hasRental: yesOrNo.describe('Only bookings with rentals (`true`) or without (`false`)'),
  checkInFrom: dateSchema.optional().describe('Earliest check-in'),
  checkInTo: dateSchema.optional().describe('Latest check-in; not before `checkInFrom`'),
  checkOutFrom: dateSchema.optional().describe('Earliest check-out'),
  checkOutTo: dateSchema.optional().describe('Latest check-out; not before `checkOutFrom`'),
  ...instants('created', 'creation'),
  ...instants('paid', 'payment'),
  sort: sortedBy(['createdAt', 'checkIn', 'checkOut', 'finalAmount', 'updatedAt'], 'createdAt,desc'),
})
export type BookingsQuery = z.output<typeof bookingsQuerySchema>

/** A booking as a line of the staff list (docs/contract/admin.md#bookings). */
export const adminBookingListItemSchema = bookingListItemSchema.extend({
  attendance: attendanceField,
  customer: contactSchema
    .pick({ id: true, name: true })
    .describe('Customer who booked: current name of the account; without an account, the name on the booking'),
})
export type AdminBookingListItem = z.infer<typeof adminBookingListItemSchema>

const setAttendanceSchema = z.strictObject({
  attendance: attendanceSchema.nullable().describe('`arrived`, `no-show`, or null if neither was right'),
})

const ofChange = [
  'BOOKING_DATE_INVALID',
  'BOOKING_WINDOW_EXCEEDED',
  'ZONE_UNAVAILABLE',
  'RENTAL_STOCK_INSUFFICIENT',
  'CONFLICT',
] as const

export const adminBookingRoutes = declareAdminRoutes('bookings', 'booking', {
  listAdminBookings: {
    summary: 'Lists bookings',
    endpoint: 'GET /api/admin/bookings',
    ...pageOf(bookingsQuerySchema, adminBookingListItemSchema),
  },
  getAdminBooking: {
    summary: 'Reads a booking with its snapshots, customer and status history',
    endpoint: 'GET /api/admin/bookings/{id}',
    data: adminBookingDetailSchema,
  },
  confirmBooking: {
    summary: 'Confirms a paid, pending booking',
    endpoint: 'POST /api/admin/bookings/{id}/confirm',
    ...changed(adminBookingDetailSchema),
  },
  completeBooking: {
    summary: 'Completes a confirmed booking whose guest has checked out',
    endpoint: 'POST /api/admin/bookings/{id}/complete',
    ...changed(adminBookingDetailSchema),
  },
  /** docs/contract/admin.md#staff-cancel */
  cancelBooking: {
    summary: 'Cancels a pending, unpaid booking for staff',
    endpoint: 'POST /api/admin/bookings/{id}/cancel',
    body: cancelBodySchema,
    ...changed(adminBookingDetailSchema),
  },
  /** docs/contract/admin.md#cancel-with-a-refund */
  cancelPaidBooking: {
    summary: 'Cancels a paid booking that is pending or confirmed, and opens a refund',
    endpoint: 'POST /api/admin/bookings/{id}/cancel-paid',
    optionalPermissions: [givesAnyAmount],
    body: cancelPaidBodySchema,
    ...changed(adminBookingDetailSchema),
  },
  /** docs/contract/admin.md#attendance */
  setAttendance: {
    summary: 'Records whether the guests of a confirmed booking came',
    endpoint: 'PUT /api/admin/bookings/{id}/attendance',
    body: setAttendanceSchema,
    ...changed(adminBookingDetailSchema),
  },
  /** docs/contract/admin.md#change-a-stay */
  changeStay: {
    summary: 'Changes a paid stay: dates, guests, zones or rentals',
    endpoint: 'POST /api/admin/bookings/{id}/change',
    optionalPermissions: [givesAnyAmount],
    body: changeStaySchema,
    data: adminBookingDetailSchema,
    errors: ofChange,
  },
  /** docs/contract/admin.md#change-a-stay */
  quoteChange: {
    summary: 'Calculates a change of a paid stay: price, difference and shortages; holds nothing',
    endpoint: 'POST /api/admin/bookings/{id}/change/quotes',
    changesNothing: true,
    body: quoteChangeSchema,
    data: changeQuoteSchema,
    errors: ofChange,
  },
  /** docs/contract/booking.md#correct-the-contact */
  changeBookingContact: {
    summary: 'Corrects, sets or removes the guest contact of a paid booking until check-out',
    endpoint: 'PATCH /api/admin/bookings/{id}/contact',
    body: changeContactByStaffSchema,
    ...changed(adminBookingDetailSchema),
  },
  /** docs/contract/admin.md#notes */
  addBookingNote: {
    summary: 'Adds a note to a booking',
    endpoint: 'POST /api/admin/bookings/{id}/notes',
    body: addNoteSchema,
    data: adminBookingDetailSchema,
  },
  /** docs/contract/admin.md#notes */
  removeBookingNote: {
    summary: 'Removes a note of a booking',
    endpoint: 'DELETE /api/admin/bookings/{id}/notes/{noteId}',
    optionalPermissions: [removesAnyNote],
    ...removed,
  },
  /** docs/contract/admin.md#refunds */
  refundBooking: {
    summary: 'Opens a refund of a part of what was paid for a booking',
    endpoint: 'POST /api/admin/bookings/{id}/refunds',
    permissions: ['payments.edit'],
    body: openRefundBodySchema,
    ...changed(adminBookingDetailSchema),
  },
})
