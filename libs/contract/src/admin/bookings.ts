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
  idParams,
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
    status: someOf(bookingStatusSchema),
    paymentStatus: bookingPaymentStatusSchema.optional(),
    campgroundId: idFilter,
    region: nameFilter,
    hasRental: yesOrNo,
    checkInFrom: dateSchema.optional(),
    checkInTo: dateSchema.optional(),
    createdFrom: instantFrom,
    createdTo: instantTo,
    sort: sortedBy(['createdAt', 'checkIn', 'checkOut', 'finalAmount', 'updatedAt'], 'createdAt,desc'),
  })
  .superRefine(inOrder('checkInFrom', 'checkInTo'))
  .superRefine(inOrder('createdFrom', 'createdTo'))
export type BookingsQuery = z.output<typeof bookingsQuerySchema>

const view = ['bookings.view'] as const
const edit = ['bookings.edit'] as const
const refusals = ['UNAUTHORIZED', 'ADMIN_NOT_WHITELISTED', 'ADMIN_INACTIVE', 'FORBIDDEN'] as const

/** Bookings; the booking service answers these. */
export const adminBookingRoutes = {
  listAdminBookings: route({
    name: 'listAdminBookings',
    summary: 'Bookings, filtered and sorted',
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
    summary: 'One booking with snapshots, customer and status history',
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
  /** Beyond interface.md: staff may end what is unpaid (decisions.md, 13). */
  cancelBooking: route({
    name: 'cancelBooking',
    summary: 'Cancels a pending, unpaid booking (beyond the interface)',
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
