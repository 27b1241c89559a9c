import { z } from 'zod'
import {
  adminBookingDetailSchema,
  bookingListItemSchema,
  bookingPaymentStatusSchema,
  bookingStatusSchema,
} from '../booking/schemas.ts'
import { route } from '../route.ts'
import { dateSchema, nameFilter, pagingFields } from '../schemas.ts'
import {
  cancelBodySchema,
  idFilter,
  idParamsOf,
  inOrder,
  instantFrom,
  instantTo,
  searchFilter,
  someOf,
  sortedBy,
  yesOrNo,
} from './fields.ts'

export const bookingsQuerySchema = z
  .object({
    ...pagingFields,
    q: searchFilter,
    status: someOf(bookingStatusSchema).describe('Status of the booking; may be repeated'),
    paymentStatus: bookingPaymentStatusSchema.optional(),
    campgroundId: idFilter.describe('Only bookings of this campground'),
    region: nameFilter.describe('Only bookings of this region, by its full name as of creation; blank means absent'),
    hasRental: yesOrNo.describe('Only bookings with rentals (`true`) or without (`false`)'),
    checkInFrom: dateSchema.optional().describe('First date of check-in'),
    checkInTo: dateSchema.optional().describe('Last date of check-in'),
    createdFrom: instantFrom.describe('Earliest creation: a timestamp or a date'),
    createdTo: instantTo.describe('Latest creation: a timestamp or a date'),
    sort: sortedBy(['createdAt', 'checkIn', 'checkOut', 'finalAmount', 'updatedAt'], 'createdAt,desc'),
  })
  .superRefine(inOrder('checkInFrom', 'checkInTo'))
  .superRefine(inOrder('createdFrom', 'createdTo'))
export type BookingsQuery = z.output<typeof bookingsQuerySchema>

const idParams = idParamsOf('Booking id')
const view = ['bookings.view'] as const
const edit = ['bookings.edit'] as const
const refusals = ['UNAUTHORIZED', 'ADMIN_NOT_WHITELISTED', 'ADMIN_INACTIVE', 'FORBIDDEN'] as const

/** Bookings; the booking service answers these. */
export const adminBookingRoutes = {
  listAdminBookings: route({
    name: 'listAdminBookings',
    summary: 'Lists bookings',
    method: 'GET',
    path: '/api/admin/bookings',
    access: 'admin',
    owner: 'booking',
    permissions: view,
    query: bookingsQuerySchema,
    shape: 'page',
    data: bookingListItemSchema,
    errors: ['VALIDATION_ERROR', ...refusals],
  }),
  getAdminBooking: route({
    name: 'getAdminBooking',
    summary: 'Reads a booking with snapshots, customer and status history',
    method: 'GET',
    path: '/api/admin/bookings/{id}',
    access: 'admin',
    owner: 'booking',
    permissions: view,
    params: idParams,
    shape: 'object',
    data: adminBookingDetailSchema,
    errors: [...refusals, 'NOT_FOUND'],
  }),
  confirmBooking: route({
    name: 'confirmBooking',
    summary: 'Confirms a paid, pending booking',
    method: 'POST',
    path: '/api/admin/bookings/{id}/confirm',
    access: 'admin',
    owner: 'booking',
    permissions: edit,
    reads: 'getAdminBooking',
    params: idParams,
    shape: 'object',
    data: adminBookingDetailSchema,
    errors: [...refusals, 'NOT_FOUND', 'CONFLICT'],
  }),
  completeBooking: route({
    name: 'completeBooking',
    summary: 'Completes a confirmed booking whose guest has checked out',
    method: 'POST',
    path: '/api/admin/bookings/{id}/complete',
    access: 'admin',
    owner: 'booking',
    permissions: edit,
    reads: 'getAdminBooking',
    params: idParams,
    shape: 'object',
    data: adminBookingDetailSchema,
    errors: [...refusals, 'NOT_FOUND', 'CONFLICT'],
  }),
  /** docs/contract/admin.md#staff-cancel */
  cancelBooking: route({
    name: 'cancelBooking',
    summary: 'Cancels a pending, unpaid booking for staff',
    addition: true,
    method: 'POST',
    path: '/api/admin/bookings/{id}/cancel',
    access: 'admin',
    owner: 'booking',
    permissions: edit,
    reads: 'getAdminBooking',
    params: idParams,
    body: cancelBodySchema,
    shape: 'object',
    data: adminBookingDetailSchema,
    errors: ['VALIDATION_ERROR', ...refusals, 'NOT_FOUND', 'CONFLICT'],
  }),
}
