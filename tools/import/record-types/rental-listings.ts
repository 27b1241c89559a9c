import { z } from 'zod'
import { active, discountRate, id, money } from '../fields.ts'
import { defineKind } from '../record-type.ts'

/** What a campground rents out, and for how much. */
export const rentalListings = defineKind({
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
      columns: {
        id: 'text',
        campgroundId: 'text',
        variantId: 'text',
        priceWeekday: 'numeric',
        priceHoliday: 'numeric',
        discountRate: 'numeric',
        active: 'boolean',
      },
      key: ['id'],
      references: [
        { field: 'campgroundId', to: 'campgrounds' },
        { field: 'variantId', to: 'variants' },
      ],
      unique: [{ fields: ['campgroundId', 'variantId'] }],
      fixed: ['campgroundId', 'variantId'],
      rows: listing => [listing],
    },
  ],
})
