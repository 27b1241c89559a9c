import { addZoneSchema, createCampgroundSchema } from '@campstore/contract/admin/campgrounds'
import { createClosureSchema, datesFit } from '@campstore/contract/admin/closures'
import { setHolidaySchema } from '@campstore/contract/admin/holidays'
import { changeBookingPolicySchema } from '@campstore/contract/admin/policies'
import { createRentalListingSchema } from '@campstore/contract/admin/rental-listings'
import { allowsStays, defaultHolidayWeekdays } from '@campstore/contract/booking/bounds'
import { cancellationTiersInput } from '@campstore/contract/booking/cancellation'
import { plainDateSchema } from '@campstore/contract/schemas'
import { english, issue, text } from '@campstore/contract/texts/text'
import type { PlainDate } from '@campstore/core/plain-date'
import { z } from 'zod'
import { lockFullestNight } from '../../../services/booking/src/persistence/zones.ts'
import { id } from '../fields.ts'
import type { ImportIssue } from '../import-issues.ts'
import { columnsOf, jsonRecords } from '../json-records.ts'
import { imagePath, images, pictureName } from '../pictures.ts'
import type { Check } from '../record-type.ts'

const zone = z.strictObject({
  id: id.describe('unique over all campgrounds; a zone cannot move to another one'),
  ...addZoneSchema.shape,
  images,
})

/** A record with the paths of its images, and the pictures among them. */
const withPaths = <Record extends { images: string[] }>(record: Record) => ({
  ...record,
  images: record.images.map(imagePath),
  pictures: record.images.filter(name => pictureName.test(name)),
})

/** Refuses fewer sites than bookings take on a night from today on, while holds wait, as the API does. */
const notBelowBooked: Check = async (tx, rows) => {
  // All zones are locked before the sites of a campground, since staff lock a zone and then its campground's sites.
  type Staged = { id: string; ordinal: number; sites: number; isLowered: boolean; today: PlainDate }
  const { rows: existing } = await tx.query<Staged>(`
    select
      zone.id, staged.ordinal, staged.total_sites as sites, staged.total_sites < zone.total_sites as "isLowered",
      ((now() - make_interval(hours => policy.date_boundary_hour)) at time zone policy.timezone)::date::text as today
    from booking.zone
    join staged_booking_zone staged on staged.id = zone.id
    join booking.policy on policy.id = 1
    order by zone.campground_id, zone.id
    for no key update of zone`)
  const issues: ImportIssue[] = []
  for (const { id: zoneId, ordinal, sites, today } of existing.filter(({ isLowered }) => isLowered)) {
    const fullest = await lockFullestNight(tx, zoneId, today)
    const place = rows[ordinal]?.place
    if (!place || !fullest || fullest.sites <= sites) continue
    const reason = english(text('zone.mustHave', { count: fullest.sites, date: fullest.night }))
    issues.push({ place: { ...place, path: `${place.path}.totalSites` }, reason })
  }
  return issues
}

/** Campgrounds with their zones. */
export const campgrounds = jsonRecords({
  file: 'campgrounds.json',
  title: 'Campgrounds and their zones',
  record: z.strictObject({ id, ...createCampgroundSchema.shape, images, zones: z.array(zone).default([]) }),
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
      check: notBelowBooked,
      rows: ({ id: campgroundId, zones }) =>
        zones.map((one, nth) => ({ path: `zones.${nth}`, row: { ...withPaths(one), campgroundId } })),
    },
  ],
})

/** What a campground rents out, and for how much. */
export const rentalListings = jsonRecords({
  file: 'rental-listings.json',
  title: 'Rental listings',
  record: z.strictObject({ id, ...createRentalListingSchema.shape, campgroundId: id, variantId: id }),
  table: 'booking.rental_listing',
  references: { campgroundId: 'campgrounds', variantId: 'variants' },
  unique: { fields: ['campgroundId', 'variantId'], by: 'value' },
  immutable: ['campgroundId', 'variantId'],
})

/** Nights on which a campground is closed (docs/contract/booking.md#closed-nights). */
export const closures = jsonRecords({
  file: 'closures.json',
  title: 'Closures of campgrounds',
  record: z
    .strictObject({
      id: z.int().min(1).describe('a whole number; the service numbers closures made later from the highest one on'),
      ...createClosureSchema.shape,
      campgroundId: id,
    })
    .superRefine(datesFit),
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
  record: z.strictObject({ date: plainDateSchema, ...setHolidaySchema.shape }),
  table: 'booking.holiday',
  key: ['date'],
})

/** The one booking policy (docs/contract/booking.md#policy). */
export const policy = jsonRecords({
  file: 'policy.json',
  title: 'Booking policy',
  single: true,
  record: changeBookingPolicySchema
    .required()
    .extend({
      cancellationTiers: cancellationTiersInput.default([]),
      holidayWeekdays: changeBookingPolicySchema.shape.holidayWeekdays.unwrap().default([...defaultHolidayWeekdays]),
    })
    .refine(allowsStays, { path: ['advanceDays'], error: issue('must.notBeAbove', { field: 'bookingWindowDays' }) }),
  table: 'booking.policy',
})
