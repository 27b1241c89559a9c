import type { PlainDate } from '@campstore/core/plain-date'
import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A campground, as far as closures name it. */
export const CampgroundEntity = defineEntity({
  name: 'Campground',
  schema: 'booking',
  properties: {
    id: p.text().primary(),
    active: p.boolean(),
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
export const entities = [CampgroundEntity, ClosureEntity]
