import { z } from 'zod'
import {
  dateSchema,
  moneySchema,
  nameFilter,
  objectsOf,
  pagingFields,
  plainDateSchema,
  wholeNumber,
} from '../schemas.ts'
import { campgroundSchema, stayDates, zoneSchema } from './schemas.ts'

/** Query of the search for campgrounds with free sites (docs/contract/booking.md#search). */
export const availabilityQuerySchema = z.object({
  ...pagingFields,
  ...stayDates,
  guests: wholeNumber(1, 1_000, 1).describe('Number of guests, 1 to 1000. Default `1`'),
  region: nameFilter.describe('Full name of a region, ignoring case; blank means absent'),
})
export type AvailabilityQuery = z.output<typeof availabilityQuerySchema>

/** A zone with free sites for a stay. */
const freeZoneSchema = z.strictObject({
  ...zoneSchema.pick({ id: true, type: true, capacityPerSite: true, images: true }).shape,
  availableQuantity: z.int().positive().describe('Sites free on every night of the stay'),
  sites: z.int().positive().describe('Sites needed for the guests: guests ÷ `capacityPerSite`, rounded up'),
  price: moneySchema.describe('Price of one site for the whole stay'),
  total: moneySchema.describe('Price of `sites` sites for the whole stay'),
})

/** A campground with free sites for a stay. */
export const freeCampgroundSchema = z.strictObject({
  ...campgroundSchema.pick({ id: true, name: true, region: true, description: true, images: true }).shape,
  weekdayCount: z.int().min(0).describe('Number of weekday nights of the stay'),
  holidayCount: z.int().min(0).describe('Number of holiday nights of the stay'),
  zones: z.array(freeZoneSchema).min(1).describe('Its zones with enough free sites for all guests, by id'),
})
export type FreeCampground = z.infer<typeof freeCampgroundSchema>

/** Most nights of a calendar: three months. */
const maxDays = 92

/** Query of the calendar of a campground (docs/contract/booking.md#calendar). */
export const calendarQuerySchema = z.object({
  from: plainDateSchema.optional().describe('First night. Defaults to the first that can be booked'),
  days: wholeNumber(1, maxDays, 31).describe(`Number of nights, 1 to ${maxDays}. Default \`31\``),
})
export type CalendarQuery = z.output<typeof calendarQuerySchema>

/** A zone with each of its nights. */
export const zoneCalendarSchema = z.strictObject({
  ...zoneSchema.pick({ id: true, type: true, capacityPerSite: true }).shape,
  nights: objectsOf('The nights that can be booked, in order', {
    date: dateSchema.describe('Date on which the night begins'),
    free: z.int().min(0).describe('Free sites; a closure does not change the number'),
    price: moneySchema.describe('Price of one site for the night'),
    closed: z.boolean().describe('Whether the campground is closed'),
    closedReason: z.string().nullable().describe('Why it is closed; null if it is open'),
  }),
})
export type ZoneCalendar = z.infer<typeof zoneCalendarSchema>
