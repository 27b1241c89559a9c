import { maxImages } from '@campstore/contract/admin/images'
import { changeBookingPolicySchema } from '@campstore/contract/admin/policies'
import { allowsStays, lengths } from '@campstore/contract/booking/bounds'
import { issue } from '@campstore/contract/texts/text'
import { z } from 'zod'
import { active, date, discountRate, id, money, optionalText, text, whole } from '../fields.ts'
import { columnsOf, jsonRecords } from '../json-records.ts'
import { image, imagePath, pictureName } from '../pictures.ts'

const images = z
  .array(image)
  .max(maxImages)
  .refine(names => new Set(names).size === names.length, 'must not repeat an image')
  .default([])
  .describe('at most 10; the first is the primary one')

const zone = z.strictObject({
  id: id.describe('unique over all campgrounds; a zone cannot move to another one'),
  type: text(lengths.zoneType).describe('what the guest books, for instance "Riverside pitch"'),
  capacityPerSite: whole(1).describe('people per site'),
  priceWeekday: money.describe('TWD per site and weekday night'),
  priceHoliday: money.describe('TWD per site and holiday night'),
  totalSites: whole(0).describe('how many sites there are'),
  active,
  images,
})

/** A record with the paths of its images, and the pictures among them. */
const withPaths = <Record extends { images: string[] }>(record: Record) => ({
  ...record,
  images: record.images.map(imagePath),
  pictures: record.images.filter(name => pictureName.test(name)),
})

/** Campgrounds with their zones. */
export const campgrounds = jsonRecords({
  file: 'campgrounds.json',
  title: 'Campgrounds and their zones',
  record: z.strictObject({
    id,
    name: text(lengths.campgroundName),
    region: text(lengths.region),
    description: optionalText(lengths.description),
    active: active.describe('only active campgrounds are public'),
    images,
    zones: z.array(zone).default([]),
  }),
  table: 'booking.campground',
  rowOf: withPaths,
  references: { pictures: 'pictures' },
  parts: [
    {
      name: 'zones',
      within: 'zones',
      table: 'booking.zone',
      columns: [...columnsOf(zone), 'campgroundId'],
      immutable: ['campgroundId'],
      references: { pictures: 'pictures' },
      rows: ({ id: campgroundId, zones }) =>
        zones.map((one, nth) => ({ path: `zones.${nth}`, row: { ...withPaths(one), campgroundId } })),
    },
  ],
})

/** What a campground rents out, and for how much. */
export const rentalListings = jsonRecords({
  file: 'rental-listings.json',
  title: 'Rental listings',
  record: z.strictObject({
    id,
    campgroundId: id,
    variantId: id.describe('a variant of items.json; listed once per campground'),
    priceWeekday: money.describe('TWD per piece and weekday night'),
    priceHoliday: money.describe('TWD per piece and holiday night'),
    discountRate,
    active,
  }),
  table: 'booking.rental_listing',
  references: { campgroundId: 'campgrounds', variantId: 'variants' },
  immutable: ['campgroundId', 'variantId'],
})

const closure = {
  id: z.int().min(1).describe('a whole number; the service numbers closures made later from the highest one on'),
  campgroundId: id,
  reason: text(200),
}
const unused = z.null({ error: 'belongs to the other closureType: leave it out' }).optional()

const dateRange = z
  .strictObject({
    ...closure,
    closureType: z.literal('date_range'),
    startDate: date.describe('first closed night'),
    endDate: date.describe('last closed night'),
    weekday: unused,
    effectiveFrom: unused,
    effectiveTo: unused,
  })
  .refine(({ startDate, endDate }) => startDate <= endDate, {
    path: ['endDate'],
    error: 'must not be before startDate',
  })

const weekly = z
  .strictObject({
    ...closure,
    closureType: z.literal('weekly'),
    weekday: whole(0, 6).describe('the night that is closed: 0 = Sunday to 6 = Saturday'),
    effectiveFrom: date.nullable().default(null).describe('first day of validity; null = always was'),
    effectiveTo: date.nullable().default(null).describe('last day of validity; null = until further notice'),
    startDate: unused,
    endDate: unused,
  })
  .refine(
    ({ effectiveFrom, effectiveTo }) => effectiveFrom === null || effectiveTo === null || effectiveFrom <= effectiveTo,
    { path: ['effectiveTo'], error: 'must not be before effectiveFrom' },
  )

/** Nights on which a campground is closed (docs/contract/booking.md#closed-nights). */
export const closures = jsonRecords({
  file: 'closures.json',
  title: 'Closures of campgrounds',
  record: z.discriminatedUnion('closureType', [dateRange, weekly], { error: 'must be "date_range" or "weekly"' }),
  table: 'booking.closure',
  references: { campgroundId: 'campgrounds' },
  immutable: ['campgroundId', 'closureType'],
  // The identity must continue after the imported ids, and nothing may use it while it is moved.
  before: 'lock table booking.closure in share row exclusive mode',
  after: `
    select setval('booking.closure_id_seq', highest.id)
    from (select max(id) as id from booking.closure) highest
    where highest.id >= (select last_value from booking.closure_id_seq)`,
})

/** Days whose price differs from their weekday's (docs/contract/booking.md#nights-and-holidays). */
export const holidays = jsonRecords({
  file: 'holidays.json',
  title: 'Holiday calendar',
  record: z.strictObject({
    date,
    kind: z
      .enum(['holiday', 'working'])
      .describe('holiday = a holiday night; working = a weekday night, also on a weekend'),
    name: text(lengths.holidayName),
  }),
  table: 'booking.holiday',
  key: ['date'],
})

/** The one booking policy (docs/contract/resources.md#booking-policy). */
export const policy = jsonRecords({
  file: 'policy.json',
  title: 'Booking policy',
  single: true,
  record: changeBookingPolicySchema
    .required()
    .refine(allowsStays, { path: ['advanceDays'], error: issue('must.notBeAbove', { field: 'bookingWindowDays' }) }),
  table: 'booking.policy',
})
