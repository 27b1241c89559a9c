import { z } from 'zod'
import { active, discountRate, id, money } from '../fields.ts'
import { defineRecordType } from '../record-type.ts'

/** What a campground rents out, and for how much. */
export const rentalListings = defineRecordType({
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
  targets: [
    {
      name: 'rental listings',
      table: 'booking.rental_listing',
      columns: ['id', 'campgroundId', 'variantId', 'priceWeekday', 'priceHoliday', 'discountRate', 'active'],
      key: ['id'],
      references: [
        { field: 'campgroundId', to: 'campgrounds' },
        { field: 'variantId', to: 'variants' },
      ],
      unique: [{ fields: ['campgroundId', 'variantId'] }],
      immutable: ['campgroundId', 'variantId'],
      rows: listing => [listing],
    },
  ],
})
