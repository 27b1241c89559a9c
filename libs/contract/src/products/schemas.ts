import { z } from 'zod'
import { moneySchema, nameFilter, pagingFields } from '../schemas.ts'
import { text } from '../text.ts'
import { issue } from '../texts/text.ts'

/** A variant of a product as customers see it (docs/contract/resources.md#product). */
export const productVariantSchema = z.strictObject({
  id: z.string().describe('Variant id'),
  sku: z.string().describe('SKU code'),
  color: z.string().nullable().describe('Colour; null if none'),
  size: z.string().nullable().describe('Size; null if none'),
  specification: z.string().describe('Specification'),
  price: moneySchema.describe('Price of one piece'),
  availableQuantity: z.int().min(0).describe('Pieces at stores that no order holds'),
  inStock: z.boolean().describe('Whether `availableQuantity` is above 0'),
})
export type ProductVariant = z.infer<typeof productVariantSchema>

/** A product as customers see it: active, with at least one active variant (docs/contract/resources.md#product). */
export const productSchema = z.strictObject({
  id: z.string().describe('Product id'),
  itemId: z.string().describe('Equipment item that the product offers'),
  status: z.literal('active').describe('Only active products are visible'),
  name: z.string().describe('Name of the equipment item'),
  category: z.string().nullable().describe('Category; null if none'),
  brand: z.string().nullable().describe('Brand; null if none'),
  description: z.string().nullable().describe('Description, which may contain HTML; null if none'),
  image: z.string().nullable().describe('Path or URL of the primary image; null if none'),
  price: moneySchema.describe('Lowest price of its active variants'),
  variants: z.array(productVariantSchema).min(1).describe('Active variants'),
})
export type Product = z.infer<typeof productSchema>

/** A bound on a price: a decimal of at least 0. */
const priceBound = z
  .string()
  .regex(/^\d{1,10}(\.\d{1,6})?$/, issue('must.beAmountFromZero'))
  // A query is text; a client may give a number, as in bodies.
  .meta({ title: 'decimal', type: ['string', 'number'] })
  .optional()

/** Most words of a search, each counted once. Products must match all of them. */
const maxWords = 10

/** Filters of the list and its facets. */
const filterFields = {
  q: text()
    .max(100)
    .refine(
      words => new Set(words.trim().split(/\s+/)).size <= maxWords,
      issue('must.haveWordsTo', { limit: maxWords }),
    )
    .optional()
    .transform(words => words?.trim() || undefined)
    .describe(`Words, at most ${maxWords}, that all occur in name, brand or a SKU, ignoring case; blank means absent`),
  category: nameFilter.describe('Full name of a category, ignoring case; blank means absent'),
  brand: nameFilter.describe('Full name of a brand, ignoring case; blank means absent'),
  minPrice: priceBound.describe('Lowest price of an active variant, inclusive'),
  maxPrice: priceBound.describe('Highest price of an active variant, inclusive; not below `minPrice`'),
  inStock: z
    .enum(['true', 'false'])
    .transform(wanted => wanted === 'true')
    .optional()
    .describe('`true` finds only products with a variant in stock; `false` means absent'),
}

type PriceRange = { minPrice?: string | undefined; maxPrice?: string | undefined }
const inOrder = ({ minPrice, maxPrice }: PriceRange): boolean =>
  !minPrice || !maxPrice || Number(minPrice) <= Number(maxPrice)
const notInOrder = { path: ['maxPrice'], message: issue('must.notBeBelow', { field: 'minPrice' }) }

/** Query of the list of products. */
export const productsQuerySchema = z
  .object({
    ...pagingFields,
    sort: z
      .enum(['id,asc', 'id,desc', 'name,asc', 'name,desc'])
      .optional()
      .describe('Order of the list, unless `ranking` is given')
      .meta({ default: 'id,asc' }),
    ranking: z
      .enum(['cheapest', 'dearest', 'newest'])
      .optional()
      .describe('Order for shoppers, in place of `sort`: by the lowest price of an active variant, or newest first'),
    ...filterFields,
  })
  .refine(inOrder, notInOrder)
  .refine(({ sort, ranking }) => !sort || !ranking, {
    path: ['ranking'],
    message: issue('must.notComeWith', { field: 'sort' }),
  })
export type ProductsQuery = z.output<typeof productsQuerySchema>

/** The ranking if given, otherwise the sort. */
export const orderOf = ({ sort, ranking }: Pick<ProductsQuery, 'sort' | 'ranking'>) => ranking ?? sort ?? 'id,asc'
export type ProductsOrder = ReturnType<typeof orderOf>

/** Query of the facets of a list. */
export const facetsQuerySchema = z.object(filterFields).refine(inOrder, notInOrder)
export type FacetsQuery = z.output<typeof facetsQuerySchema>

/** A value of a filter, with the number of products that match it. */
const facetSchema = z.strictObject({
  name: z.string().describe('Value of the filter'),
  count: z.int().positive().describe('Products that match it'),
})

/** Values by which a list can be filtered further (docs/contract/catalogue.md#facets). */
export const facetsSchema = z.strictObject({
  total: z.int().min(0).describe('Products that match all filters'),
  categories: z
    .array(facetSchema)
    .describe('Categories, most frequent first, at most 100; ignoring the filter `category`'),
  brands: z.array(facetSchema).describe('Brands, most frequent first, at most 100; ignoring the filter `brand`'),
  price: z
    .strictObject({
      lowest: moneySchema.describe('Lowest price of an active variant'),
      highest: moneySchema.describe('Highest price of an active variant'),
    })
    .nullable()
    .describe('Range of prices, ignoring `minPrice` and `maxPrice`; null if nothing matches'),
})
export type Facets = z.infer<typeof facetsSchema>
