import { z } from 'zod'
import { moneySchema, nameFilter, pagingFields } from '../schemas.ts'

/** A variant of a product as customers see it (interface.md, Product, variants). */
export const productVariantSchema = z.strictObject({
  id: z.string(),
  sku: z.string(),
  color: z.string().nullable(),
  size: z.string().nullable(),
  specification: z.string(),
  price: moneySchema,
  availableQuantity: z.int().min(0),
  inStock: z.boolean(),
})
export type ProductVariant = z.infer<typeof productVariantSchema>

/** A product as customers see it: active, with at least one active variant (interface.md, Product). */
export const productSchema = z.strictObject({
  id: z.string(),
  itemId: z.string(),
  status: z.literal('active'),
  name: z.string(),
  category: z.string().nullable(),
  brand: z.string().nullable(),
  description: z.string().nullable(),
  image: z.string().nullable(),
  price: moneySchema,
  variants: z.array(productVariantSchema).min(1),
})
export type Product = z.infer<typeof productSchema>

/** A bound on a price: a decimal, not negative. */
const priceBound = z
  .string()
  .regex(/^\d{1,10}(\.\d{1,6})?$/, 'must be an amount, not negative')
  .optional()

/** What the list of products can be asked for; sorting is by id or name only. */
export const productsQuerySchema = z
  .object({
    ...pagingFields,
    sort: z.enum(['id,asc', 'id,desc', 'name,asc', 'name,desc']).default('id,asc'),
    category: nameFilter,
    brand: nameFilter,
    minPrice: priceBound,
    maxPrice: priceBound,
  })
  .refine(({ minPrice, maxPrice }) => !minPrice || !maxPrice || Number(minPrice) <= Number(maxPrice), {
    path: ['maxPrice'],
    message: 'must not be below minPrice',
  })
export type ProductsQuery = z.output<typeof productsQuerySchema>
