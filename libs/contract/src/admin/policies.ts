import { z } from 'zod'
import { policyBounds, storeTimeZone } from '../booking/bounds.ts'
import { cancellationTiersInput } from '../booking/cancellation.ts'
import { bookingPolicySchema } from '../booking/schemas.ts'
import { declareAdminRoutes } from '../declare.ts'
import { distinct, moneySchema, wholeInput } from '../schemas.ts'
import { issue } from '../texts/text.ts'
import { moneyInput } from './fields.ts'

const described = bookingPolicySchema.shape

/** Statuses that take capacity. Without `pending` and `confirmed`, others could book held sites (docs/contract/limits.md). */
export const occupyingStatusesInput = described.occupyingStatuses
  .refine(distinct, issue('must.notRepeatStatus'))
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
      'First possible check-in, in days after today; at most `bookingWindowDays`, as sent or else as stored',
    ),
    maxNights: wholeInput(...policyBounds.maxNights).describe('Longest stay, in nights'),
    timezone: z.literal(storeTimeZone).describe('IANA time zone of all dates: always `Asia/Taipei`'),
    dateBoundaryHour: wholeInput(...policyBounds.dateBoundaryHour).describe(
      'Hour of the day at which the next date begins, 0 to 23',
    ),
    lowAvailabilityThreshold: wholeInput(0).describe(
      'Number of free sites at or below which a client may warn that few are left',
    ),
    occupyingStatuses: occupyingStatusesInput.describe(
      'Statuses of bookings that take capacity: `pending`, `confirmed` and optionally `completed`',
    ),
    cancellationTiers: cancellationTiersInput,
    holidayWeekdays: z
      .array(wholeInput(0, 6))
      .refine(distinct, issue('must.notRepeatValue'))
      .describe(
        'Weekdays, 0 (Sunday) to 6, whose nights are holiday nights unless the holiday calendar says otherwise; empty for none',
      ),
  })
  .partial()
export type ChangeBookingPolicy = z.output<typeof changeBookingPolicySchema>

export const bookingPolicyRoutes = declareAdminRoutes('campgrounds', 'booking', {
  getBookingPolicy: {
    summary: 'Reads the booking policy',
    endpoint: 'GET /api/admin/booking-policy',
    data: bookingPolicySchema,
    errors: ['NOT_FOUND'],
  },
  changeBookingPolicy: {
    summary: 'Changes the booking policy; existing bookings do not change',
    endpoint: 'PATCH /api/admin/booking-policy',
    body: changeBookingPolicySchema,
    data: bookingPolicySchema,
    errors: ['NOT_FOUND'],
  },
})

/** Shipping fee and the subtotal that makes it free (docs/contract/store-checkout.md#shipping-fee). */
export const shippingPolicySchema = z.strictObject({
  flatFee: moneySchema.describe('Shipping fee of an order'),
  freeShippingThreshold: moneySchema.describe('Shipping is free from this subtotal up'),
})
export type ShippingPolicy = z.infer<typeof shippingPolicySchema>

export const changeShippingPolicySchema = z
  .strictObject({
    flatFee: moneyInput.describe('Shipping fee of an order'),
    freeShippingThreshold: moneyInput.describe('Shipping is free from this subtotal up'),
  })
  .partial()
export type ChangeShippingPolicy = z.output<typeof changeShippingPolicySchema>

export const shippingPolicyRoutes = declareAdminRoutes('campgrounds', 'checkout', {
  getShippingPolicy: {
    summary: 'Reads the shipping policy',
    endpoint: 'GET /api/admin/shipping-policy',
    data: shippingPolicySchema,
  },
  changeShippingPolicy: {
    summary: 'Changes the shipping policy; existing orders keep their fee',
    endpoint: 'PATCH /api/admin/shipping-policy',
    body: changeShippingPolicySchema,
    data: shippingPolicySchema,
  },
})
