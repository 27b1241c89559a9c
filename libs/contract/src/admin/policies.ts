import { z } from 'zod'
import { policyBounds, storeTimeZone } from '../booking/bounds.ts'
import { bookingPolicySchema } from '../booking/schemas.ts'
import { moneySchema, wholeInput } from '../schemas.ts'
import { issue } from '../texts/text.ts'
import { declareAdminRoutes } from './declare.ts'
import { moneyInput } from './fields.ts'

const described = bookingPolicySchema.shape

/** Statuses that take capacity. Without one of the two, others could book what is held (docs/contract/limits.md). */
export const occupyingStatusesInput = described.occupyingStatuses
  .refine(statuses => new Set(statuses).size === statuses.length, issue('must.notRepeatStatus'))
  .refine(
    statuses => (['pending', 'confirmed'] as const).every(status => statuses.includes(status)),
    issue('must.containOccupying'),
  )

export const changeBookingPolicySchema = z
  .strictObject({
    bookingWindowDays: wholeInput(...policyBounds.bookingWindowDays).describe(
      'Last possible check-in, in days after today',
    ),
    advanceDays: wholeInput(...policyBounds.advanceDays).describe(
      'First possible check-in, in days after today; not above `bookingWindowDays`, sent or stored',
    ),
    maxNights: wholeInput(...policyBounds.maxNights).describe('Greatest number of nights of a stay'),
    timezone: z.literal(storeTimeZone).describe('IANA time zone of all dates: always `Asia/Taipei`'),
    dateBoundaryHour: wholeInput(...policyBounds.dateBoundaryHour).describe(
      'Hour of the day at which the next date begins, 0 to 23',
    ),
    lowAvailabilityThreshold: wholeInput(0).describe(
      'Number of free sites at or below which a client may warn that few are left',
    ),
    occupyingStatuses: occupyingStatusesInput.describe(
      'Statuses of bookings that take capacity: `pending`, `confirmed` and perhaps `completed`',
    ),
  })
  .partial()
export type ChangeBookingPolicy = z.output<typeof changeBookingPolicySchema>

/** The booking policy; the booking service answers these. */
export const bookingPolicyRoutes = declareAdminRoutes('campgrounds', 'booking', {
  getBookingPolicy: {
    summary: 'Reads the booking policy',
    addition: true,
    method: 'GET',
    path: '/api/admin/booking-policy',
    data: bookingPolicySchema,
    errors: ['NOT_FOUND'],
  },
  changeBookingPolicy: {
    summary: 'Changes the booking policy; bookings stay as they are',
    addition: true,
    method: 'PATCH',
    path: '/api/admin/booking-policy',
    reads: 'getBookingPolicy',
    body: changeBookingPolicySchema,
    data: bookingPolicySchema,
    errors: ['NOT_FOUND'],
  },
})

/** What shipping costs (docs/contract/store-checkout.md#shipping-fee). */
export const shippingPolicySchema = z.strictObject({
  flatFee: moneySchema.describe('Shipping fee of an order'),
  freeShippingThreshold: moneySchema.describe('Subtotal from which shipping is free'),
})
export type ShippingPolicy = z.infer<typeof shippingPolicySchema>

export const changeShippingPolicySchema = z
  .strictObject({
    flatFee: moneyInput.describe('Shipping fee of an order'),
    freeShippingThreshold: moneyInput.describe('Subtotal from which shipping is free'),
  })
  .partial()
export type ChangeShippingPolicy = z.output<typeof changeShippingPolicySchema>

/** The shipping policy; the checkout service answers these. */
export const shippingPolicyRoutes = declareAdminRoutes('campgrounds', 'checkout', {
  getShippingPolicy: {
    summary: 'Reads the shipping policy',
    addition: true,
    method: 'GET',
    path: '/api/admin/shipping-policy',
    data: shippingPolicySchema,
  },
  changeShippingPolicy: {
    summary: 'Changes the shipping policy; orders keep their fee',
    addition: true,
    method: 'PATCH',
    path: '/api/admin/shipping-policy',
    reads: 'getShippingPolicy',
    body: changeShippingPolicySchema,
    data: shippingPolicySchema,
  },
})
