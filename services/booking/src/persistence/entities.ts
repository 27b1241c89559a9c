import type { BookingStatus } from '@campstore/contract/booking/schemas'
import type { Money } from '@campstore/core/money'
import type { PlainDate } from '@campstore/core/plain-date'
import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A campground with its zones and rental listings. */
export const CampgroundEntity = defineEntity({
  name: 'Campground',
  schema: 'booking',
  properties: {
    id: p.text().primary(),
    name: p.text(),
    region: p.text(),
    description: p.text().nullable(),
    active: p.boolean(),
    zones: () => p.oneToMany(ZoneEntity).mappedBy('campground').orderBy({ id: 'asc' }),
    listings: () => p.oneToMany(RentalListingEntity).mappedBy('campground').orderBy({ id: 'asc' }),
  },
})
export type CampgroundRow = InferEntity<typeof CampgroundEntity>

/** A kind of site of a campground: how many there are, and the prices of a night. */
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
  },
})

/** A rental variant, read from the view that the products service publishes. */
export const RentalVariantEntity = defineEntity({
  name: 'RentalVariant',
  schema: 'catalog',
  properties: {
    id: p.text().primary().fieldName('variant_id'),
    itemName: p.text(),
    skuUsable: p.boolean(),
    itemUsable: p.boolean(),
  },
})

/** A rental variant that a campground offers, and the prices of a day. */
export const RentalListingEntity = defineEntity({
  name: 'RentalListing',
  schema: 'booking',
  properties: {
    id: p.text().primary(),
    campground: () => p.manyToOne(CampgroundEntity),
    variant: () => p.manyToOne(RentalVariantEntity).fieldName('variant_id'),
    priceWeekday: p.decimal('string').$type<Money>(),
    priceHoliday: p.decimal('string').$type<Money>(),
    discountRate: p.decimal('string'),
    active: p.boolean(),
  },
})
export type RentalListingRow = InferEntity<typeof RentalListingEntity>

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
    occupyingStatuses: p.array().$type<BookingStatus[]>(),
  },
})
export type PolicyRow = InferEntity<typeof PolicyEntity>

/** Everything that MikroORM reads for this service. */
export const entities = [
  CampgroundEntity,
  ZoneEntity,
  RentalVariantEntity,
  RentalListingEntity,
  ClosureEntity,
  PolicyEntity,
]
