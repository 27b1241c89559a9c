import { z } from 'zod'
import { notesSchema } from '../admin/notes.ts'
import { administratorNameSchema, contactSchema } from '../admin/people.ts'
import { ownRefundsSchema, refundStatusSchema } from '../own-refunds.ts'
import { methodsNotTakingAmountSchema, methodsOutlivingHoldSchema, paymentFormFields } from '../payment-form.ts'
import {
  dateSchema,
  described,
  idempotencyKeySchema,
  idSchema,
  maxLines,
  moneySchema,
  noRepeats,
  objectOf,
  objectsOf,
  orNull,
  plainDateSchema,
  quantitySchema,
  secondsLeftSchema,
  timestampSchema,
} from '../schemas.ts'
import { shown, text } from '../text.ts'
import { issue } from '../texts/text.ts'
import { discountRatePattern } from './bounds.ts'
import { cancellationSchema, cancellationTiersSchema } from './cancellation.ts'

/** Statuses of a booking (docs/contract/states.md#booking). */
export const bookingStatusSchema = z
  .enum(['pending', 'confirmed', 'completed', 'cancelled'])
  .describe('Status of the booking')
export type BookingStatus = z.infer<typeof bookingStatusSchema>

export const bookingPaymentStatusSchema = z.enum(['unpaid', 'paid']).describe('Whether the booking is paid')

/** Payment methods a booking may be started with: never cash on delivery (docs/contract/booking.md#checkout). */
export const bookingPaymentMethodSchema = z
  .enum(['gateway-credit', 'gateway-atm', 'gateway-cvs', 'gateway-other'])
  .describe('How the member will pay; never cash on delivery')

/** Where a checkout stands, derived from the state (docs/contract/states.md#booking-checkout-step). */
export const checkoutStepSchema = z
  .enum(['draft', 'ready_to_pay', 'completed', 'closed'])
  .describe('Step of the checkout: awaiting payment, paid, or cancelled')
export type CheckoutStep = z.infer<typeof checkoutStepSchema>

const imagesSchema = described(z.array(z.string()), 'Paths or URLs of its pictures; the first is the primary one', [
  '/api/products/images/saddle-lake.svg',
])

export const zoneSchema = z.strictObject({
  id: z.string().describe('Zone id'),
  type: z.string().describe('Kind of site, as displayed'),
  capacityPerSite: z.int().describe('Intended guests per site; checkouts do not enforce it'),
  priceWeekday: moneySchema.describe('Price of one site for a weekday night'),
  priceHoliday: moneySchema.describe('Price of one site for a holiday night'),
  totalSites: z.int().describe('Number of sites'),
  active: z.boolean().describe('Whether it can be booked'),
  images: imagesSchema,
})

export const campgroundSchema = z.strictObject({
  id: z.string().describe('Campground id'),
  name: z.string().describe('Name'),
  region: z.string().describe('Region'),
  description: z.string().nullable().describe('Description, plain text; null if none'),
  address: described(z.string().nullable(), 'Postal address; null if none', '8 Meadow Road, Renai Township, Nantou'),
  phone: described(z.string().nullable(), 'Phone number for guests; null if none', '049-280-0108'),
  latitude: described(z.number().nullable(), 'Degrees north (WGS 84); null if unknown', 24.0512),
  longitude: described(z.number().nullable(), 'Degrees east (WGS 84); null if unknown', 121.1804),
  active: z.boolean().describe('Whether it can be booked; only active ones are public'),
  images: imagesSchema,
  zones: z.array(zoneSchema).describe('Its zones, inactive ones too'),
})
export type Campground = z.infer<typeof campgroundSchema>

export const rentalEquipmentSchema = z.strictObject({
  id: z.string().describe('Rental listing of the campground'),
  rentalSkuVariantId: z.string().describe('Variant that the listing rents out'),
  campgroundId: z.string().describe('Campground that rents it out'),
  name: z.string().describe('Name of the equipment item'),
  pricePerDayWeekday: moneySchema.describe('Price of one piece for a weekday night'),
  pricePerDayHoliday: moneySchema.describe('Price of one piece for a holiday night'),
  active: z.boolean().describe('Whether the listing, its SKU and its variant are all active'),
})
export type RentalEquipment = z.infer<typeof rentalEquipmentSchema>

export const bookingPolicySchema = z.strictObject({
  bookingWindowDays: z.int().describe('Last possible check-in, in days after today'),
  advanceDays: z.int().describe('First possible check-in, in days after today'),
  maxNights: z.int().describe('Longest stay, in nights'),
  timezone: z.string().describe('IANA time zone of all dates: always `Asia/Taipei`'),
  dateBoundaryHour: z.int().describe('Hour of the day at which the next date begins, 0 to 23'),
  lowAvailabilityThreshold: z
    .int()
    .describe('Number of free sites at or below which a client may warn that few are left'),
  occupyingStatuses: z
    .array(bookingStatusSchema.exclude(['cancelled']))
    .describe('Statuses of bookings that take capacity'),
  cancellationTiers: cancellationTiersSchema,
  holidayWeekdays: described(
    z.array(z.int().min(0).max(6)),
    'Weekdays, 0 (Sunday) to 6, whose nights are holiday nights unless the holiday calendar says otherwise',
    [5, 6],
  ),
})
export type BookingPolicy = z.infer<typeof bookingPolicySchema>

/** Type and dates of a closure; fields of the other type are null. */
const closureFields = {
  closureType: z.enum(['date_range', 'weekly']).describe('Whether the closure is for a range of nights or a weekday'),
  startDate: dateSchema.nullable().describe('First closed night of a `date_range`; null for `weekly`'),
  endDate: dateSchema.nullable().describe('Last closed night of a `date_range`; null for `weekly`'),
  weekday: z
    .int()
    .min(0)
    .max(6)
    .nullable()
    .describe('Closed weekday of `weekly`, 0 (Sunday) to 6; null for `date_range`'),
  effectiveFrom: dateSchema.nullable().describe('First night on which `weekly` applies; null means no start date'),
  effectiveTo: dateSchema.nullable().describe('Last night on which `weekly` applies; null means no end date'),
}

export const closureSchema = z.strictObject({
  ...closureFields,
  id: z.int().describe('Closure id'),
  campgroundId: z.string().describe('Campground that is closed'),
  reason: z.string().describe('Why it is closed'),
})
export type CampgroundClosure = z.infer<typeof closureSchema>

/** A zone that a request names. */
export const zoneLine = z.object({
  zoneId: idSchema.describe('Zone of the campground; no duplicates'),
  quantity: quantitySchema.describe('Number of sites on every night'),
})

/** The zones that a request names. */
export const requestedZones = <Line extends z.ZodType>(line: Line) =>
  z.array(line).min(1).max(maxLines).superRefine(noRepeats('zoneId')).describe('Zones of the stay, 1 to 100')

/** A rental listing that a request names. */
export const rentalLine = z.object({
  rentalListingId: idSchema.describe('Rental listing of the campground; no duplicates'),
  rentalSkuVariantId: idSchema.describe("The listing's variant; no duplicates"),
  quantity: quantitySchema.describe('Number of pieces'),
})

/** The rental listings that a request names. */
export const requestedRentals = <Line extends z.ZodType>(line: Line) =>
  z.array(line).max(maxLines).superRefine(noRepeats('rentalListingId')).superRefine(noRepeats('rentalSkuVariantId'))

/** Plain strings: an invalid one is BOOKING_DATE_INVALID (docs/contract/booking.md#dates-of-a-stay). */
export const stayDates = {
  checkIn: text().describe('Date of check-in, `YYYY-MM-DD`: the first night'),
  checkOut: text().describe('Date of check-out, `YYYY-MM-DD`: the day after the last night'),
}

const stayFields = { campgroundId: idSchema.describe('Campground'), ...stayDates }

export const availabilityRequestSchema = z.object({ ...stayFields, zones: requestedZones(zoneLine) })
export type AvailabilityRequest = z.infer<typeof availabilityRequestSchema>

export const availabilitySchema = z.strictObject({
  available: z.boolean().describe('Whether the whole request could be booked now'),
  reasons: z
    .array(z.enum(['CAMPGROUND_CLOSED', 'ZONE_UNAVAILABLE']))
    .describe('Why not, in this order; empty when available'),
  zones: objectsOf('The zones, in the order of the request', {
    zoneId: z.string().describe('Zone id'),
    requested: z.int().describe('Sites requested'),
    availableQuantity: z.int().min(0).describe('Sites free on every night of the stay'),
  }),
})
export type Availability = z.infer<typeof availabilitySchema>

/** What changed about the availability of a campground (docs/contract/live.md#a-campground). */
export const availabilityChangeSchema = z.strictObject({
  campgroundId: z.string().describe('Campground id'),
  zoneIds: z.array(z.string()).describe('Zones whose number of free sites changed'),
  nights: z
    .array(dateSchema)
    .nullable()
    .describe(
      'Nights on which it changed, in order; null when any night may have changed, as at the start of a stream',
    ),
})
export type AvailabilityChange = z.infer<typeof availabilityChangeSchema>

/** When guests plan to arrive: a local time of day at the campground. */
export const arrivalTimeSchema = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, issue('must.beTimeOfDay'))
  .meta({ title: 'time', examples: ['15:30'] })

/** Who comes to a stay, if it is not the member. */
const guestContactInput = z.object({
  name: text().overwrite(shown).min(1).max(100).describe('Name of a guest'),
  phone: text().overwrite(shown).min(1).max(50).describe('Phone number of this guest'),
})

/** Body of a correction of the contact (docs/contract/booking.md#correct-the-contact). */
export const changeContactSchema = z.object({
  contact: guestContactInput.nullable().describe('Whom staff can call about the stay; null if that is the member'),
})
export type ChangeContact = z.output<typeof changeContactSchema>

/** {@link guestContactInput} as it was given. */
const guestContactSchema = described(
  z
    .strictObject({ name: z.string().describe('Name of a guest'), phone: z.string().describe('Phone number') })
    .nullable(),
  'Whom staff can call about the stay; null if that is the member',
  { name: 'Lin Mei-hua', phone: '0912-000-115' },
)

/** Whether the guests of a confirmed booking came (docs/contract/admin.md#attendance). */
export const attendanceSchema = z.enum(['arrived', 'no-show'])

/** Attendance in every read by staff. */
export const attendanceField = described(
  attendanceSchema.nullable(),
  'Whether the guests came; null until staff record it',
  null,
)

export const startCheckoutRequestSchema = z.object({
  ...stayFields,
  guestCount: quantitySchema.describe('Number of guests'),
  arrivalTime: orNull(arrivalTimeSchema).describe('When the guests plan to arrive, `HH:MM` at the campground'),
  contact: orNull(guestContactInput).describe(
    'A guest whom staff can call about the stay; absent or null if that is the member',
  ),
  zones: requestedZones(zoneLine),
  rentals: requestedRentals(rentalLine)
    .nullish()
    .transform(rentals => rentals ?? [])
    .describe('Rental equipment of the stay, at most 100'),
  couponClaimId: z
    .null({ error: issue('must.haveNoCoupon') })
    .optional()
    .describe('Reserved for coupons; null or absent'),
  paymentMethod: bookingPaymentMethodSchema,
  idempotencyKey: idempotencyKeySchema,
})
export type StartCheckoutRequest = z.output<typeof startCheckoutRequestSchema>
/** A request before it is validated: optional fields may be absent. */
export type StartCheckoutBody = z.input<typeof startCheckoutRequestSchema>

export const bookingPricingSchema = z.strictObject({
  zoneTotal: moneySchema.describe('Sum of the line totals of the zones'),
  rentalTotal: moneySchema.describe('Sum of the line totals of the rentals'),
  discount: moneySchema.describe('Discount: 0.00, or what a change of the paid stay has taken off'),
  finalAmount: moneySchema.describe('`zoneTotal` + `rentalTotal` − `discount`, at least 0'),
})
export type BookingPricing = z.infer<typeof bookingPricingSchema>

/** Sites or pieces of one night that were agreed together (docs/contract/admin.md#change-a-stay). */
const agreedNightSchema = z.strictObject({
  night: dateSchema.describe('Night'),
  quantity: z.int().positive().describe('Number of sites or pieces'),
  price: moneySchema.describe('Agreed price of one of them'),
  total: moneySchema.describe('Price of all of them, after the discount of the rental listing'),
  discount: moneySchema.describe('Their share of `pricing.discount`'),
})
export type AgreedNight = z.infer<typeof agreedNightSchema>

const agreedNightsSchema = described(
  z.array(agreedNightSchema).nullable(),
  'Agreed prices by night, those that were agreed first in front; null if the prices of the line say them all',
  null,
)

export const zoneSnapshotSchema = z.strictObject({
  zoneId: z.string().describe('Zone id'),
  type: z.string().describe('Kind of site, as of creation'),
  priceWeekday: moneySchema.describe('Price of one site for a weekday night, as of creation'),
  priceHoliday: moneySchema.describe('Price of one site for a holiday night, as of creation'),
  quantity: z.int().positive().describe('Sites held on every night'),
  lineTotal: moneySchema.describe('Price of the line for the whole stay'),
  nights: agreedNightsSchema,
})
export type ZoneSnapshot = z.infer<typeof zoneSnapshotSchema>

export const rentalSnapshotSchema = z.strictObject({
  rentalListingId: z.string().describe('Rental listing id'),
  rentalSkuVariantId: z.string().describe('Variant id'),
  sku: z.string().describe('SKU code, as of creation'),
  name: z.string().describe('Name of the equipment item, as of creation'),
  specification: z.string().describe('Specification of the variant, as of creation'),
  priceWeekday: moneySchema.describe('Price of one piece for a weekday night, as of creation'),
  priceHoliday: moneySchema.describe('Price of one piece for a holiday night, as of creation'),
  discountRate: z
    .string()
    .regex(discountRatePattern)
    .describe('Discount of the listing, 0.00 to 0.30, with two digits'),
  quantity: z.int().positive().describe('Number of pieces'),
  lineTotal: moneySchema.describe('Discounted price of the line for the whole stay'),
  nights: agreedNightsSchema,
})

/** The fields of every shape of a booking. */
const bookingFields = {
  bookingId: z.string().describe('Booking id'),
  status: bookingStatusSchema,
  paymentStatus: bookingPaymentStatusSchema,
  campgroundName: z.string().describe('Name of the campground, as of creation'),
  region: z.string().describe('Region of the campground, as of creation'),
  checkIn: dateSchema.describe('Date of check-in'),
  checkOut: dateSchema.describe('Date of check-out'),
  guestCount: z.int().positive().describe('Number of guests'),
  arrivalTime: arrivalTimeSchema
    .nullable()
    .describe('When the guests plan to arrive, `HH:MM` at the campground; null if the member gave no time'),
}

/** The fields of the checkout session and of the detail. */
const checkoutFields = {
  contact: guestContactSchema,
  paymentMethod: bookingPaymentMethodSchema,
  checkoutExpiresAt: timestampSchema.describe('Deadline of the hold; never changes'),
  campgroundId: z.string().describe('Campground id'),
  weekdayCount: z.int().min(0).describe('Number of weekday nights'),
  holidayCount: z.int().min(0).describe('Number of holiday nights'),
  pricing: bookingPricingSchema.describe('Price of the stay'),
  zones: z.array(zoneSnapshotSchema).describe('Zones of the stay, as of creation'),
  rentals: z.array(rentalSnapshotSchema).describe('Rental equipment of the stay, as of creation; may be empty'),
  cancellationTiers: cancellationTiersSchema.describe(
    'Rules by which the member may cancel the paid stay, as of creation; empty if only staff cancel it',
  ),
  refundStatus: refundStatusSchema,
  refunds: ownRefundsSchema,
}

export const bookingCheckoutSessionSchema = z.strictObject({
  ...bookingFields,
  ...checkoutFields,
  checkoutStep: checkoutStepSchema,
  secondsLeft: secondsLeftSchema,
  methodsOutlivingHold: methodsOutlivingHoldSchema,
  methodsNotTakingAmount: methodsNotTakingAmountSchema,
})
export type BookingCheckoutSession = z.infer<typeof bookingCheckoutSessionSchema>

/** The form that a browser posts to the payment provider; it does not mean paid (docs/contract/booking.md#payment-form). */
export const bookingPaymentFormSchema = z.strictObject({
  bookingId: z.string().describe('Booking id'),
  ...paymentFormFields,
})
export type BookingPaymentForm = z.infer<typeof bookingPaymentFormSchema>

const bookingListFields = {
  ...bookingFields,
  finalAmount: moneySchema.describe('Price of the stay'),
  createdAt: timestampSchema.describe('Creation'),
}

export const bookingListItemSchema = z.strictObject(bookingListFields)
export type BookingListItem = z.infer<typeof bookingListItemSchema>

export const bookingDetailSchema = z.strictObject({
  ...bookingListFields,
  ...checkoutFields,
  paidAt: timestampSchema.nullable().describe('When it was paid; null until then'),
  updatedAt: timestampSchema.describe('Last change'),
})
export type BookingDetail = z.infer<typeof bookingDetailSchema>

/** One line of a booking's or an order's history (docs/contract/states.md#status-history). */
export const statusHistoryEntrySchema = z.strictObject({
  from: z.string().nullable().describe('Status before; null for the first entry'),
  to: z.string().describe('Status after'),
  at: timestampSchema.describe('When'),
  actor: objectOf('Who', {
    type: z.enum(['member', 'admin', 'system', 'payment']).describe('Kind of actor'),
    id: z.string().nullable().describe('Customer id, administrator id or payment event id; null if none'),
    name: z.string().nullable().describe('Name of the administrator; null for every other actor'),
  }),
  reason: z.string().nullable().describe('The reason, if one was given; otherwise null'),
})
/** The history of a booking or an order. */
export const statusHistorySchema = z.array(statusHistoryEntrySchema).describe('History of the status, oldest first')
export type StatusHistoryEntry = z.infer<typeof statusHistoryEntrySchema>

/** A rental snapshot with the location that hands out the pieces, which only staff see. */
const locatedRentalSchema = rentalSnapshotSchema.extend({
  locationId: described(z.string(), 'Location that hands out the pieces', 'rental-saddle-lake'),
})

/** What staff may change about a paid stay, with its price (docs/contract/admin.md#change-a-stay). */
export const stayContentSchema = bookingDetailSchema
  .pick({
    checkIn: true,
    checkOut: true,
    guestCount: true,
    arrivalTime: true,
    weekdayCount: true,
    holidayCount: true,
    pricing: true,
    zones: true,
  })
  .extend({ rentals: z.array(locatedRentalSchema).describe('Rental equipment of the stay; may be empty') })
export type StayContent = z.infer<typeof stayContentSchema>

/** One change of a paid stay, with its content before and after. */
export const stayChangeSchema = z.strictObject({
  at: timestampSchema.describe('When it was changed'),
  by: administratorNameSchema.describe('Administrator who changed it'),
  reason: z.string().describe('Why'),
  before: stayContentSchema.describe('Content before the change'),
  after: stayContentSchema.describe('Content since the change'),
})

/** An administrator's view of a booking: the detail, its history and its customer (docs/contract/admin.md#bookings). */
export const adminBookingDetailSchema = bookingDetailSchema.extend({
  attendance: attendanceField,
  cancellation: cancellationSchema,
  changes: described(z.array(stayChangeSchema), 'Changes of the paid stay by staff, oldest first', []),
  statusHistory: statusHistorySchema,
  notes: notesSchema,
  customer: objectOf('Customer who booked', {
    id: z.string().describe('Customer id'),
    name: z.string().describe('Name'),
    email: z.string().describe('E-mail, as of creation; empty if the account has none'),
    emailVerified: z.boolean().describe('Whether `email` was verified when the booking was made'),
    phone: described(
      contactSchema.shape.phone,
      'Phone number of the account as it is now; null if none',
      '0912-000-101',
    ),
  }),
  rentals: z.array(locatedRentalSchema).describe('Rental equipment of the stay, as of creation; may be empty'),
})
export type AdminBookingDetail = z.infer<typeof adminBookingDetailSchema>

export const closuresQuerySchema = z
  .object({
    campgroundId: idSchema.optional().describe('Only closures of this campground'),
    from: plainDateSchema.optional().describe('Only closures that can close this night or a later one'),
    to: plainDateSchema
      .optional()
      .describe('Only closures that can close this night or an earlier one; not before `from`'),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    message: issue('must.notBeBefore', { field: 'from' }),
  })
