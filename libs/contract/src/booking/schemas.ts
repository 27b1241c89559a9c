import { z } from 'zod'
import {
  dateSchema,
  idempotencyKeySchema,
  idSchema,
  maxLines,
  moneySchema,
  noRepeats,
  plainDateSchema,
  quantitySchema,
  timestampSchema,
} from '../schemas.ts'
import { text } from '../text.ts'

/** Statuses of a booking (interface.md, States, Booking). */
export const bookingStatusSchema = z.enum(['pending', 'confirmed', 'completed', 'cancelled'])
export type BookingStatus = z.infer<typeof bookingStatusSchema>

/** Payment states of a booking. */
export const bookingPaymentStatusSchema = z.enum(['unpaid', 'paid'])
export type BookingPaymentStatus = z.infer<typeof bookingPaymentStatusSchema>

/** Payment methods a booking may be started with: never cash on delivery (decisions.md, 5). */
export const bookingPaymentMethodSchema = z.enum(['gateway-credit', 'gateway-atm', 'gateway-cvs', 'gateway-other'])

/** Where a checkout stands, derived from the state (interface.md, States, Booking, rules). */
export const checkoutStepSchema = z.enum(['draft', 'ready_to_pay', 'completed', 'closed'])
export type CheckoutStep = z.infer<typeof checkoutStepSchema>

export const zoneSchema = z.strictObject({
  id: z.string(),
  type: z.string(),
  capacityPerSite: z.int(),
  priceWeekday: moneySchema,
  priceHoliday: moneySchema,
  totalSites: z.int(),
  active: z.boolean(),
})

export const campgroundSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  region: z.string(),
  description: z.string().nullable(),
  active: z.boolean(),
  zones: z.array(zoneSchema),
})
export type Campground = z.infer<typeof campgroundSchema>

export const rentalEquipmentSchema = z.strictObject({
  id: z.string(),
  rentalSkuVariantId: z.string(),
  campgroundId: z.string(),
  name: z.string(),
  pricePerDayWeekday: moneySchema,
  pricePerDayHoliday: moneySchema,
  active: z.boolean(),
})
export type RentalEquipment = z.infer<typeof rentalEquipmentSchema>

export const bookingPolicySchema = z.strictObject({
  bookingWindowDays: z.int(),
  advanceDays: z.int(),
  maxNights: z.int(),
  timezone: z.string(),
  dateBoundaryHour: z.int(),
  lowAvailabilityThreshold: z.int(),
  occupyingStatuses: z.array(bookingStatusSchema),
})
export type BookingPolicy = z.infer<typeof bookingPolicySchema>

export const closureSchema = z.strictObject({
  id: z.int(),
  campgroundId: z.string(),
  closureType: z.enum(['date_range', 'weekly']),
  startDate: dateSchema.nullable(),
  endDate: dateSchema.nullable(),
  weekday: z.int().min(0).max(6).nullable(),
  effectiveFrom: dateSchema.nullable(),
  effectiveTo: dateSchema.nullable(),
  reason: z.string(),
})
export type CampgroundClosure = z.infer<typeof closureSchema>

const requestedZones = z
  .array(z.object({ zoneId: idSchema, quantity: quantitySchema }))
  .min(1)
  .max(maxLines)
  .superRefine(noRepeats('zoneId'))

const requestedRentals = z
  .array(z.object({ rentalListingId: idSchema, rentalSkuVariantId: idSchema, quantity: quantitySchema }))
  .max(maxLines)
  .superRefine(noRepeats('rentalListingId'))
  .superRefine(noRepeats('rentalSkuVariantId'))

/** Dates of a stay travel as any string here: one that is no date is BOOKING_DATE_INVALID, not a shape error (decisions.md, 4). */
const stayFields = { campgroundId: idSchema, checkIn: text(), checkOut: text() }

export const availabilityRequestSchema = z.object({ ...stayFields, zones: requestedZones })
export type AvailabilityRequest = z.infer<typeof availabilityRequestSchema>

export const availabilitySchema = z.strictObject({
  available: z.boolean(),
  reasons: z.array(z.enum(['CAMPGROUND_CLOSED', 'ZONE_UNAVAILABLE'])),
  zones: z.array(z.strictObject({ zoneId: z.string(), requested: z.int(), availableQuantity: z.int().min(0) })),
})
export type Availability = z.infer<typeof availabilitySchema>

export const startCheckoutRequestSchema = z.object({
  ...stayFields,
  guestCount: quantitySchema,
  zones: requestedZones,
  rentals: requestedRentals.nullish().transform(rentals => rentals ?? []),
  couponClaimId: z.null().optional(),
  paymentMethod: bookingPaymentMethodSchema,
  idempotencyKey: idempotencyKeySchema,
})
export type StartCheckoutRequest = z.infer<typeof startCheckoutRequestSchema>

export const bookingPricingSchema = z.strictObject({
  zoneTotal: moneySchema,
  rentalTotal: moneySchema,
  discount: moneySchema,
  finalAmount: moneySchema,
})
export type BookingPricing = z.infer<typeof bookingPricingSchema>

export const zoneSnapshotSchema = z.strictObject({
  zoneId: z.string(),
  type: z.string(),
  priceWeekday: moneySchema,
  priceHoliday: moneySchema,
  quantity: z.int().positive(),
  lineTotal: moneySchema,
})
export type ZoneSnapshot = z.infer<typeof zoneSnapshotSchema>

export const rentalSnapshotSchema = z.strictObject({
  rentalListingId: z.string(),
  rentalSkuVariantId: z.string(),
  sku: z.string(),
  name: z.string(),
  specification: z.string(),
  priceWeekday: moneySchema,
  priceHoliday: moneySchema,
  discountRate: z.string().regex(/^0\.(?:[0-2]\d|30)$/),
  quantity: z.int().positive(),
  lineTotal: moneySchema,
})
export type RentalSnapshot = z.infer<typeof rentalSnapshotSchema>

export const bookingCheckoutSessionSchema = z.strictObject({
  bookingId: z.string(),
  status: bookingStatusSchema,
  paymentStatus: bookingPaymentStatusSchema,
  paymentMethod: bookingPaymentMethodSchema,
  checkoutExpiresAt: timestampSchema,
  campgroundId: z.string(),
  campgroundName: z.string(),
  region: z.string(),
  checkIn: dateSchema,
  checkOut: dateSchema,
  guestCount: z.int().positive(),
  weekdayCount: z.int().min(0),
  holidayCount: z.int().min(0),
  pricing: bookingPricingSchema,
  zones: z.array(zoneSnapshotSchema),
  rentals: z.array(rentalSnapshotSchema),
  checkoutStep: checkoutStepSchema,
})
export type BookingCheckoutSession = z.infer<typeof bookingCheckoutSessionSchema>

const bookingListFields = {
  bookingId: z.string(),
  status: bookingStatusSchema,
  paymentStatus: bookingPaymentStatusSchema,
  campgroundName: z.string(),
  region: z.string(),
  checkIn: dateSchema,
  checkOut: dateSchema,
  guestCount: z.int().positive(),
  finalAmount: moneySchema,
  createdAt: timestampSchema,
}

export const bookingListItemSchema = z.strictObject(bookingListFields)
export type BookingListItem = z.infer<typeof bookingListItemSchema>

export const bookingDetailSchema = z.strictObject({
  ...bookingListFields,
  campgroundId: z.string(),
  paymentMethod: bookingPaymentMethodSchema,
  paidAt: timestampSchema.nullable(),
  checkoutExpiresAt: timestampSchema,
  weekdayCount: z.int().min(0),
  holidayCount: z.int().min(0),
  pricing: bookingPricingSchema,
  zones: z.array(zoneSnapshotSchema),
  rentals: z.array(rentalSnapshotSchema),
  updatedAt: timestampSchema,
})
export type BookingDetail = z.infer<typeof bookingDetailSchema>

/** One line of a booking's or an order's history (decisions.md, 9). */
export const statusHistoryEntrySchema = z.strictObject({
  from: z.string().nullable(),
  to: z.string(),
  at: timestampSchema,
  actor: z.strictObject({ type: z.enum(['member', 'admin', 'system', 'payment']), id: z.string().nullable() }),
  reason: z.string().nullable(),
})
export type StatusHistoryEntry = z.infer<typeof statusHistoryEntrySchema>

/** What an administrator sees of a booking: the detail, its history and whose it is (decisions.md, 12). */
export const adminBookingDetailSchema = bookingDetailSchema.extend({
  statusHistory: z.array(statusHistoryEntrySchema),
  customer: z.strictObject({ id: z.string(), name: z.string(), email: z.string() }),
})
export type AdminBookingDetail = z.infer<typeof adminBookingDetailSchema>

export const closuresQuerySchema = z
  .object({ campgroundId: idSchema.optional(), from: plainDateSchema.optional(), to: plainDateSchema.optional() })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: 'must not be before from' })
