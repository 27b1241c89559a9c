import { z } from 'zod'
import { discountRatePattern } from '../booking/bounds.ts'
import { created, declareAdminRoutes, pageOf } from '../declare.ts'
import { idSchema, moneySchema } from '../schemas.ts'
import { issue } from '../texts/text.ts'
import { idFilter, moneyInput, pageQuery } from './fields.ts'

/** A variant that a campground rents out, as administrators see it (docs/contract/admin.md#campgrounds). */
export const rentalListingSchema = z.strictObject({
  id: z.string().describe('Rental listing id'),
  campgroundId: z.string().describe('Campground that rents it out'),
  variantId: z.string().describe('Variant that is rented out'),
  sku: z.string().describe('SKU code of the variant'),
  name: z.string().describe('Name of the equipment item'),
  specification: z.string().describe('Specification of the variant'),
  priceWeekday: moneySchema.describe('Price of one piece for a weekday night'),
  priceHoliday: moneySchema.describe('Price of one piece for a holiday night'),
  discountRate: z.string().regex(discountRatePattern).describe('Discount, 0.00 to 0.30, with two digits'),
  active: z.boolean().describe('Whether the listing may be used; item, SKU and variant must be active too'),
})
export type RentalListing = z.infer<typeof rentalListingSchema>

const listingFields = {
  priceWeekday: moneyInput.describe('Price of one piece for a weekday night'),
  priceHoliday: moneyInput.describe('Price of one piece for a holiday night'),
  discountRate: z
    .string()
    .regex(discountRatePattern, issue('must.beDiscountRate'))
    .describe('Discount, 0.00 to 0.30, with two digits'),
  active: z.boolean().describe('Whether the listing may be used'),
}

export const createRentalListingSchema = z.strictObject({
  campgroundId: idSchema.describe('Campground that rents it out'),
  variantId: idSchema.describe('Variant that is rented out; once per campground'),
  ...listingFields,
  discountRate: listingFields.discountRate.default('0.00'),
  active: listingFields.active.default(true),
})
export type CreateRentalListing = z.output<typeof createRentalListingSchema>

export const changeRentalListingSchema = z.strictObject(listingFields).partial()
export type ChangeRentalListing = z.output<typeof changeRentalListingSchema>

export const rentalListingsQuerySchema = pageQuery({
  campgroundId: idFilter.describe('Only listings of this campground'),
  variantId: idFilter.describe('Only listings of this variant'),
})
export type RentalListingsQuery = z.output<typeof rentalListingsQuerySchema>

export const rentalListingRoutes = declareAdminRoutes('campgrounds', 'booking', {
  listRentalListings: {
    summary: 'Lists rental listings of all campgrounds, by id',
    endpoint: 'GET /api/admin/rental-listings',
    ...pageOf(rentalListingsQuerySchema, rentalListingSchema),
  },
  getRentalListing: {
    summary: 'Reads a rental listing',
    endpoint: 'GET /api/admin/rental-listings/{id}',
    data: rentalListingSchema,
  },
  createRentalListing: {
    summary: 'Creates a rental listing: a variant that a campground rents out',
    endpoint: 'POST /api/admin/rental-listings',
    body: createRentalListingSchema,
    ...created(rentalListingSchema),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  changeRentalListing: {
    summary:
      'Changes prices or discount of a rental listing, or whether it may be used; existing bookings do not change',
    endpoint: 'PATCH /api/admin/rental-listings/{id}',
    body: changeRentalListingSchema,
    data: rentalListingSchema,
  },
})
