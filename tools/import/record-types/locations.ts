import { z } from 'zod'
import { active, id, text } from '../fields.ts'
import { defineRecordType } from '../record-type.ts'

const common = { id, name: text(200), active }

/** Where stock lies: shops, and one rental counter per campground. */
export const locations = defineRecordType({
  file: 'locations.json',
  title: 'Stock locations',
  record: z.discriminatedUnion(
    'kind',
    [
      z.strictObject({
        ...common,
        kind: z.literal('store'),
        campgroundId: z.null({ error: 'is for rental locations: leave it out' }).default(null),
      }),
      z.strictObject({
        ...common,
        kind: z.literal('rental'),
        campgroundId: id.describe('the campground whose guests rent here; one rental location per campground'),
      }),
    ],
    { error: 'must be "store" or "rental"' },
  ),
  targets: [
    {
      name: 'locations',
      table: 'inventory.location',
      columns: ['id', 'name', 'kind', 'campgroundId', 'active'],
      key: ['id'],
      references: [{ field: 'campgroundId', to: 'campgrounds' }],
      unique: [{ fields: ['campgroundId'] }],
      immutable: ['kind', 'campgroundId'],
      rows: location => [location],
    },
  ],
})
