import { z } from 'zod'
import { moneySchema, nameFilter, pagingFields } from '../schemas.ts'

/** A variant of a product as customers see it (docs/contract/resources.md#product-variant). */
export const productVariantSchema = z.strictObject({
  id: z.string().describe('Variant id'),
  sku: z.string().describe('SKU code'),
  color: z.string().nullable().describe('Colour; null without one'),
  size: z.string().nullable().describe('Size; null without one'),
  specification: z.string().describe('Specification'),
  price: moneySchema.describe('Price of one piece'),
  availableQuantity: z.int().min(0).describe('Pieces in store locations that no order holds'),
  inStock: z.boolean().describe('Whether `availableQuantity` is above 0'),
})
export type ProductVariant = z.infer<typeof productVariantSchema>

/** A product as customers see it: active, with at least one active variant (docs/contract/resources.md#product). */
export const productSchema = z.strictObject({
  id: z.string().describe('Product id'),
  itemId: z.string().describe('Equipment item that the product offers'),
  status: z.literal('active').describe('Only active products are visible'),
  name: z.string().describe('Name of the equipment item'),
  category: z.string().nullable().describe('Category; null without one'),
  brand: z.string().nullable().describe('Brand; null without one'),
  description: z.string().nullable().describe('Description, which may contain HTML; null without one'),
  image: z.string().nullable().describe('Path or URL of the primary image; null without one'),
  price: moneySchema.describe('Lowest price of its active variants'),
  variants: z.array(productVariantSchema).min(1).describe('Active variants'),
})
export type Product = z.infer<typeof productSchema>

/** A bound on a price: a decimal, not negative. */
const priceBound = z
  .string()
  .regex(/^\d{1,10}(\.\d{1,6})?$/, 'must be an amount, not negative')
  .meta({ title: 'decimal' })
  .optional()

/** Query of the list of products; sorting is by id or name only. */
export const productsQuerySchema = z
  .object({
    ...pagingFields,
    sort: z.enum(['id,asc', 'id,desc', 'name,asc', 'name,desc']).default('id,asc').describe('Order of the list'),
    category: nameFilter.describe('Full name of a category, without regard to case; blank means absent'),
    brand: nameFilter.describe('Full name of a brand, without regard to case; blank means absent'),
    minPrice: priceBound.describe('Lower bound of the price of an active variant, inclusive'),
    maxPrice: priceBound.describe('Upper bound of the price of an active variant, inclusive; not below `minPrice`'),
  })
  .refine(({ minPrice, maxPrice }) => !minPrice || !maxPrice || Number(minPrice) <= Number(maxPrice), {
    path: ['maxPrice'],
    message: 'must not be below minPrice',
  })
export type ProductsQuery = z.output<typeof productsQuerySchema>
