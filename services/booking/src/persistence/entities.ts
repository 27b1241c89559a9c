import type { CancellationTier } from '@campstore/contract/booking/cancellation'
import type { BookingPolicy } from '@campstore/contract/booking/schemas'
import type { Money } from '@campstore/core/money'
import type { PlainDate } from '@campstore/core/plain-date'
import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A campground; only an active one is public and can be booked. */
export const CampgroundEntity = defineEntity({
  name: 'Campground',
  schema: 'booking',
  properties: {
    id: p.text().primary(),
    name: p.text(),
    region: p.text(),
    description: p.text().nullable(),
    address: p.text().nullable(),
    phone: p.text().nullable(),
    latitude: p.double().nullable(),
    longitude: p.double().nullable(),
    active: p.boolean(),
    images: p.array(),
  },
})

/** A kind of site of a campground. */
export const ZoneEntity = defineEntity({
  name: 'Zone',
  schema: 'booking',
  properties: {
    id: p.text().primary(),
    campground: () => p.manyToOne(CampgroundEntity),
    type: p.text(),
    capacityPerSite: p.integer(),
    priceWeekday: p.decimal('string').$type<Money>(),
    priceHoliday: p.decimal('string').$type<Money>(),
    totalSites: p.integer(),
    active: p.boolean(),
    images: p.array(),
  },
})
export type ZoneRow = InferEntity<typeof ZoneEntity>

/** A variant that a campground rents out. */
export const RentalListingEntity = defineEntity({
  name: 'RentalListing',
  schema: 'booking',
  properties: {
    id: p.text().primary(),
    campground: () => p.manyToOne(CampgroundEntity),
    variantId: p.text(),
    priceWeekday: p.decimal('string').$type<Money>(),
    priceHoliday: p.decimal('string').$type<Money>(),
    discountRate: p.decimal('string'),
    active: p.boolean(),
  },
})

/** A date of the holiday calendar. */
export const HolidayEntity = defineEntity({
  name: 'Holiday',
  schema: 'booking',
  properties: {
    date: p.date().$type<PlainDate>().primary(),
    kind: p.text().$type<'holiday' | 'working'>(),
    name: p.text(),
  },
})

/** The booking policy: one record, whose id is 1. */
export const PolicyEntity = defineEntity({
  name: 'Policy',
  schema: 'booking',
  properties: {
    id: p.integer().primary(),
    bookingWindowDays: p.integer(),
    advanceDays: p.integer(),
    maxNights: p.integer(),
    timezone: p.text(),
    dateBoundaryHour: p.integer(),
    lowAvailabilityThreshold: p.integer(),
    occupyingStatuses: p.array().$type<BookingPolicy['occupyingStatuses']>(),
    cancellationTiers: p.json().$type<CancellationTier[]>(),
    holidayWeekdays: p.array().$type<BookingPolicy['holidayWeekdays']>(),
  },
})

/** A period in which a campground is closed: a range of dates, or a day of each week. */
export const ClosureEntity = defineEntity({
  name: 'Closure',
  schema: 'booking',
  properties: {
    id: p.bigint('number').primary(),
    campground: () => p.manyToOne(CampgroundEntity),
    closureType: p.text().$type<'date_range' | 'weekly'>(),
    startDate: p.date().$type<PlainDate>().nullable(),
    endDate: p.date().$type<PlainDate>().nullable(),
    weekday: p.integer().nullable(),
    effectiveFrom: p.date().$type<PlainDate>().nullable(),
    effectiveTo: p.date().$type<PlainDate>().nullable(),
    reason: p.text(),
  },
})
export type ClosureRow = InferEntity<typeof ClosureEntity>

/** Everything that MikroORM reads for this service. */
export const entities = [CampgroundEntity, ZoneEntity, RentalListingEntity, HolidayEntity, PolicyEntity, ClosureEntity]
