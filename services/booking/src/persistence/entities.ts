import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A campground with its zones, as operators set it up. */
export const CampgroundEntity = defineEntity({
  name: 'Campground',
  schema: 'booking',
  tableName: 'campground',
  properties: {
    id: p.text().primary(),
    name: p.text(),
    region: p.text(),
    description: p.text().nullable(),
    active: p.boolean(),
    zones: () => p.oneToMany(ZoneEntity).mappedBy('campground').orderBy({ id: 'asc' }),
  },
})
export type CampgroundRow = InferEntity<typeof CampgroundEntity>

/** A kind of site of a campground: how many there are, and what a night costs. */
export const ZoneEntity = defineEntity({
  name: 'Zone',
  schema: 'booking',
  tableName: 'zone',
  properties: {
    id: p.text().primary(),
    campground: () => p.manyToOne(CampgroundEntity),
    type: p.text(),
    capacityPerSite: p.integer(),
    priceWeekday: p.decimal('string'),
    priceHoliday: p.decimal('string'),
    totalSites: p.integer(),
    active: p.boolean(),
  },
})
export type ZoneRow = InferEntity<typeof ZoneEntity>

/** When a campground takes nobody in. */
export const ClosureEntity = defineEntity({
  name: 'Closure',
  schema: 'booking',
  tableName: 'closure',
  properties: {
    id: p.bigint('number').primary(),
    campground: () => p.manyToOne(CampgroundEntity),
    closureType: p.text().$type<'date_range' | 'weekly'>(),
    startDate: p.date().nullable(),
    endDate: p.date().nullable(),
    weekday: p.integer().nullable(),
    effectiveFrom: p.date().nullable(),
    effectiveTo: p.date().nullable(),
    reason: p.text(),
  },
})
export type ClosureRow = InferEntity<typeof ClosureEntity>

/** Everything MikroORM reads for this service. */
export const entities = [CampgroundEntity, ZoneEntity, ClosureEntity]
