import { daysBetween } from '@campstore/core/plain-date'
import { z } from 'zod'
import {
  adminBookingDetailSchema,
  attendanceSchema,
  bookingListItemSchema,
  bookingPaymentStatusSchema,
  rentalSnapshotSchema,
  zoneSnapshotSchema,
} from '../booking/schemas.ts'
import { declareAdminRoutes, listOf, pageOf } from '../declare.ts'
import { dateSchema, moneySchema, objectsOf, plainDateSchema, wholeNumber } from '../schemas.ts'
import { issue } from '../texts/text.ts'
import { idFilter, pageQuery, searchFilter, someOf } from './fields.ts'
import { newestNotesSchema } from './notes.ts'
import { bookedBy } from './people.ts'
import { maxReportDays, reportQuerySchema } from './reports.ts'

const day = plainDateSchema.optional()
const campgroundId = idFilter.describe('Only this campground')

export const stayKinds = ['arriving', 'departing', 'staying', 'overdue'] as const
export type StayKind = (typeof stayKinds)[number]

export const staysQuerySchema = pageQuery({
  q: searchFilter,
  kind: z
    .enum(stayKinds)
    .describe(
      'Stays that check in on the day (`arriving`), check out on it (`departing`), include its night (`staying`), or are confirmed but past check-out (`overdue`)',
    ),
  day: day.describe('Day in the time zone of the policy. Default today'),
  campgroundId: idFilter.describe('Only stays at this campground'),
  paymentStatus: someOf(bookingPaymentStatusSchema)
    .default(['paid'])
    .describe('Whether the booking is paid; may be repeated. Default `paid`'),
  attendance: someOf(z.enum([...attendanceSchema.options, 'none'])).describe(
    'Whether the guests came; `none` until staff record it; may be repeated',
  ),
})
export type StaysQuery = z.output<typeof staysQuerySchema>

/** A stay, for staff at the campground (docs/contract/admin.md#stays). */
export const staySchema = bookingListItemSchema.extend({
  ...adminBookingDetailSchema.pick({ campgroundId: true, paidAt: true, contact: true, attendance: true }).shape,
  customer: bookedBy,
  zones: z
    .array(zoneSnapshotSchema.pick({ zoneId: true, type: true, quantity: true }))
    .describe('Zones of the stay, as of creation'),
  rentals: z
    .array(
      rentalSnapshotSchema
        .pick({ rentalSkuVariantId: true, sku: true, name: true, specification: true, quantity: true })
        .extend({ locationId: z.string().describe('Location that hands out the pieces') }),
    )
    .describe('Rental equipment of the stay, as of creation; may be empty'),
  notes: newestNotesSchema,
})
export type Stay = z.infer<typeof staySchema>

export const rentalsQuerySchema = z.object({
  day: day.describe('First day, in the time zone of the policy. Default today'),
  days: wholeNumber(1, 14, 1).describe('Number of days, 1 to 14. Default `1`'),
  campgroundId: idFilter.describe('Only locations of this campground'),
})
export type RentalsQuery = z.output<typeof rentalsQuerySchema>

/** Pieces of a variant that a location rents out on a day (docs/contract/admin.md#stays). */
export const rentalLoadSchema = z.strictObject({
  day: dateSchema.describe('Day'),
  locationId: z.string().describe('Location that hands out the pieces'),
  locationName: z.string().describe('Name of the location'),
  campgroundId: z.string().nullable().describe('Campground of the location'),
  variantId: z.string().describe('Variant id'),
  sku: z.string().describe('SKU code'),
  name: z.string().describe('Name of the equipment item'),
  specification: z.string().describe('Specification of the variant'),
  onHand: z.int().describe('Pieces on hand at the location'),
  out: z.int().min(0).describe('Pieces reserved for the night of the day'),
  leaving: z.int().min(0).describe('Pieces of stays that begin on the day'),
  returning: z.int().min(0).describe('Pieces of stays that end on the day'),
  free: z.int().describe('`onHand` − `out`; negative if pieces are missing'),
})
export type RentalLoad = z.infer<typeof rentalLoadSchema>

const lastDay = plainDateSchema.parse('9999-12-31')

export const occupancyQuerySchema = z
  .object({
    campgroundId,
    from: day.describe('First night, in the time zone of the policy. Default today'),
    days: wholeNumber(1, maxReportDays, 31).describe(
      `Number of nights, 1 to ${maxReportDays}, none after ${lastDay}. Default \`31\``,
    ),
  })
  .refine(({ from, days }) => from === undefined || daysBetween(from, lastDay) >= days - 1, {
    path: ['days'],
    error: issue('must.notGoBeyond', { date: lastDay }),
  })
export type OccupancyQuery = z.output<typeof occupancyQuerySchema>

const zoneFields = {
  campgroundId: z.string().describe('Campground id'),
  campgroundName: z.string().describe('Name of the campground'),
  zoneId: z.string().describe('Zone id'),
  type: z.string().describe('Kind of site'),
}

/** Occupancy of a zone by night (docs/contract/admin.md#stays). */
export const zoneOccupancySchema = z.strictObject({
  ...zoneFields,
  totalSites: z.int().min(0).describe('Number of sites'),
  active: z.boolean().describe('Whether the zone and its campground can be booked'),
  nights: objectsOf('Every night of the range, in order', {
    date: dateSchema.describe('Date on which the night begins'),
    confirmed: z
      .int()
      .min(0)
      .describe('Sites of confirmed bookings, and of completed ones if they occupy sites by the policy'),
    paid: z.int().min(0).describe('Sites of pending bookings that are paid'),
    held: z.int().min(0).describe('Sites of pending bookings that are not paid'),
    free: z
      .int()
      .min(0)
      .describe(
        'Free sites, as a customer sees them; 0 if the zone is not active. A closure does not change the number',
      ),
    closed: z.boolean().describe('Whether the campground is closed'),
  }),
})
export type ZoneOccupancy = z.infer<typeof zoneOccupancySchema>

/** The nights of the report, first and last included. */
export const occupancyReportQuerySchema = reportQuerySchema.safeExtend({ campgroundId })
export type OccupancyReportQuery = z.output<typeof occupancyReportQuerySchema>

/** Sales of a zone (docs/contract/admin.md#occupancy-report). */
export const occupancyReportLineSchema = z.strictObject({
  ...zoneFields,
  siteNights: z.int().min(0).describe('Sites × nights, by the current number of sites'),
  closedNights: z.int().min(0).describe('Those of `siteNights` on which a closure applies'),
  soldNights: z.int().min(0).describe('Sites × nights of paid bookings that are not cancelled'),
  rate: z
    .string()
    .regex(/^\d+\.\d{4}$/)
    .nullable()
    .describe('`soldNights` / (`siteNights` − `closedNights`), with four digits; null if nothing was open'),
  zoneAmount: moneySchema.describe('Price of these nights: each night of a stay has an equal share of the line total'),
})
export type OccupancyReportLine = z.infer<typeof occupancyReportLineSchema>

export const stayRoutes = declareAdminRoutes('bookings', 'booking', {
  listStays: {
    summary: 'Lists the stays of a day with contact, zones and rentals, by campground, name and id',
    endpoint: 'GET /api/admin/stays',
    ...pageOf(staysQuerySchema, staySchema),
    errors: ['NOT_FOUND'],
  },
  listRentals: {
    summary: 'Lists the rental load of each location by day',
    endpoint: 'GET /api/admin/rentals',
    permissions: ['bookings.view', 'inventory.view'],
    query: rentalsQuerySchema,
    ...listOf(rentalLoadSchema),
    errors: ['NOT_FOUND'],
  },
  listOccupancy: {
    summary: 'Lists the occupancy of each zone by night',
    endpoint: 'GET /api/admin/occupancy',
    query: occupancyQuerySchema,
    ...listOf(zoneOccupancySchema),
    errors: ['NOT_FOUND'],
  },
  reportOccupancy: {
    summary: 'Reports the sales of each zone in a range of nights',
    endpoint: 'GET /api/admin/reports/occupancy',
    permissions: ['orders.view', 'bookings.view'],
    query: occupancyReportQuerySchema,
    ...listOf(occupancyReportLineSchema),
  },
})
