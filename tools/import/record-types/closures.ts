import { z } from 'zod'
import { date, id, text, whole } from '../fields.ts'
import { defineRecordType } from '../record-type.ts'

const common = {
  id: z.int().min(1).describe('a whole number; the service numbers closures made later from the highest one on'),
  campgroundId: id,
  reason: text(200),
}
const unused = z.null({ error: 'belongs to the other closureType: leave it out' }).optional()

const dateRange = z
  .strictObject({
    ...common,
    closureType: z.literal('date_range'),
    startDate: date.describe('first closed night'),
    endDate: date.describe('last closed night'),
    weekday: unused,
    effectiveFrom: unused,
    effectiveTo: unused,
  })
  .refine(closure => closure.startDate <= closure.endDate, {
    path: ['endDate'],
    error: 'must not be before startDate',
  })

const weekly = z
  .strictObject({
    ...common,
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
export const closures = defineRecordType({
  file: 'closures.json',
  title: 'Closures of campgrounds',
  record: z.discriminatedUnion('closureType', [dateRange, weekly], { error: 'must be "date_range" or "weekly"' }),
  targets: [
    {
      name: 'closures',
      table: 'booking.closure',
      columns: [
        'id',
        'campgroundId',
        'closureType',
        'startDate',
        'endDate',
        'weekday',
        'effectiveFrom',
        'effectiveTo',
        'reason',
      ],
      key: ['id'],
      references: [{ field: 'campgroundId', to: 'campgrounds' }],
      immutable: ['campgroundId', 'closureType'],
      // The identity must continue after the imported ids, and nothing may use it while it is moved.
      before: 'lock table booking.closure in share row exclusive mode',
      after: `
        select setval('booking.closure_id_seq', highest.id)
        from (select max(id) as id from booking.closure) highest
        where highest.id >= (select last_value from booking.closure_id_seq)`,
      rows: closure => [closure],
    },
  ],
})
