import { z } from 'zod'
import { changed, created, declareAdminRoutes, pageOf } from '../declare.ts'
import { productSchema, productVariantSchema } from '../products/schemas.ts'
import { described, idSchema, maxLines, moneySchema, nameFilter, noRepeats, timestampSchema } from '../schemas.ts'
import { codeInput, moneyInput, oneOf, pageQuery, searchFilter, sortedBy, textInput } from './fields.ts'
import { imageInput, imagesInput } from './images.ts'

export const productStatuses = ['active', 'inactive'] as const
const status = z.enum(productStatuses).describe('Whether customers can see the product')

/** A product as administrators see it: inactive ones and inactive variants too (docs/contract/admin.md#products). */
export const adminProductSchema = productSchema.extend({
  status,
  images: described(
    z.array(z.string()),
    'Paths or URLs of its images; the first is the primary one, which customers see',
    ['/api/products/images/ridgeline-tent.svg'],
  ),
  price: moneySchema
    .nullable()
    .describe('Lowest price of its active variants, or of all if none is active; null if none has a price'),
  variants: z
    .array(
      productVariantSchema.extend({
        price: moneySchema.nullable().describe('Price of one piece; null if it is only rented out'),
        active: z.boolean().describe('Whether it can be sold'),
      }),
    )
    .describe('All variants, inactive ones too'),
  createdAt: timestampSchema.describe('Creation'),
  updatedAt: timestampSchema.describe('Last change'),
})
export type AdminProduct = z.infer<typeof adminProductSchema>

const optionalText = (max: number) => textInput(max).nullish()

const variantFields = {
  sku: codeInput(64).describe('SKU code; unique by the rules of look-ups, without invisible characters'),
  color: optionalText(100).describe('Colour; null if none'),
  size: optionalText(100).describe('Size; null if none'),
  specification: textInput(500).describe('Specification'),
  price: moneyInput.describe('Price of one piece'),
}
export const newVariantSchema = z.strictObject({
  ...variantFields,
  active: z.boolean().default(true).describe('Whether it can be sold'),
})
export type NewVariant = z.output<typeof newVariantSchema>

const productFields = {
  name: textInput(200).describe('Name of the equipment item'),
  category: optionalText(100).describe('Category; null if none'),
  brand: optionalText(100).describe('Brand; null if none'),
  description: optionalText(20_000).describe('Description; unsafe HTML is removed; null if none'),
  image: imageInput
    .nullish()
    .describe(
      'Path of the image, which begins with `/`, or its address, which begins with `https://` or `http://`; without quotes and spaces; null if none',
    ),
}

export const createProductSchema = z.strictObject({
  ...productFields,
  status: status.default('active'),
  variants: z.array(newVariantSchema).min(1).max(maxLines).describe('Its variants, 1 to 100'),
})
export type CreateProduct = z.output<typeof createProductSchema>

export const changeProductSchema = z.strictObject({
  ...productFields,
  name: productFields.name.optional(),
  status: status.optional(),
})
export type ChangeProduct = z.output<typeof changeProductSchema>

const changedVariant = z.strictObject({
  id: idSchema.describe('Variant of the product; no duplicates'),
  sku: variantFields.sku.optional(),
  color: variantFields.color,
  size: variantFields.size,
  specification: variantFields.specification.optional(),
  price: variantFields.price.optional(),
  active: z.boolean().optional().describe('Whether it can be sold'),
})
export type ChangedVariant = z.output<typeof changedVariant>

export const changeVariantsSchema = z.strictObject({
  variants: z
    .array(changedVariant)
    .min(1)
    .max(maxLines)
    .superRefine(noRepeats('id'))
    .describe('Changes, 1 to 100; absent fields do not change'),
})

export const setImagesSchema = z.strictObject({ images: imagesInput })

export const adminProductsQuerySchema = pageQuery({
  q: searchFilter,
  status: oneOf(productStatuses).describe('Status of the product'),
  category: nameFilter.describe('Full name of a category, ignoring case; blank means absent'),
  brand: nameFilter.describe('Full name of a brand, ignoring case; blank means absent'),
  sort: sortedBy(['id', 'name', 'createdAt'], 'id,asc'),
})
export type AdminProductsQuery = z.output<typeof adminProductsQuerySchema>

export const adminProductRoutes = declareAdminRoutes('products', 'products', {
  listAdminProducts: {
    summary: 'Lists products, inactive ones too',
    endpoint: 'GET /api/admin/products',
    ...pageOf(adminProductsQuerySchema, adminProductSchema),
  },
  getAdminProduct: {
    summary: 'Reads a product with all its variants',
    endpoint: 'GET /api/admin/products/{id}',
    data: adminProductSchema,
  },
  createProduct: {
    summary: 'Creates a product with its variants',
    endpoint: 'POST /api/admin/products',
    body: createProductSchema,
    ...created(adminProductSchema),
    errors: ['CONFLICT'],
  },
  setProductStatus: {
    summary: 'Changes the status of a product',
    endpoint: 'PUT /api/admin/products/{id}',
    body: z.strictObject({ status }),
    ...changed(adminProductSchema),
  },
  changeProduct: {
    summary: 'Changes texts, image or status of a product',
    endpoint: 'PATCH /api/admin/products/{id}',
    body: changeProductSchema,
    ...changed(adminProductSchema),
  },
  setImages: {
    summary: 'Replaces the images of a product',
    endpoint: 'PUT /api/admin/products/{id}/images',
    body: setImagesSchema,
    data: adminProductSchema,
  },
  addVariant: {
    summary: 'Adds a variant to a product',
    endpoint: 'POST /api/admin/products/{id}/variants',
    body: newVariantSchema,
    ...created(adminProductSchema),
    errors: ['CONFLICT'],
  },
  changeVariants: {
    summary: 'Changes variants of a product, all or none of them',
    endpoint: 'PATCH /api/admin/products/{id}/variants',
    body: changeVariantsSchema,
    ...changed(adminProductSchema),
  },
})
