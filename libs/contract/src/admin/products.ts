import { z } from 'zod'
import { isImageAddress } from '../image-address.ts'
import { productSchema, productVariantSchema } from '../products/schemas.ts'
import { route } from '../route.ts'
import { idSchema, maxLines, moneySchema, nameFilter, noRepeats, pagingFields, timestampSchema } from '../schemas.ts'
import { text } from '../text.ts'
import { idParams, moneyInput, oneOf, searchFilter, sortedBy, textInput } from './fields.ts'

export const productStatuses = ['active', 'inactive'] as const
const status = z.enum(productStatuses)

/** A product as administrators see it: inactive ones and inactive variants too (decisions.md, 12). */
export const adminProductSchema = productSchema.extend({
  status,
  price: moneySchema,
  variants: z.array(productVariantSchema.extend({ active: z.boolean() })).min(1),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
})
export type AdminProduct = z.infer<typeof adminProductSchema>

const optionalText = (max: number) => textInput(max).nullable().optional()

const variantFields = {
  sku: textInput(64),
  color: optionalText(100),
  size: optionalText(100),
  specification: textInput(500),
  price: moneyInput,
}
const newVariant = z.strictObject({ ...variantFields, active: z.boolean().default(true) })
export type NewVariant = z.output<typeof newVariant>

const imageWanted =
  'must be a path that begins with / or an address that begins with https://, without quotes and spaces'

const productFields = {
  name: textInput(200),
  category: optionalText(100),
  brand: optionalText(100),
  description: optionalText(20_000),
  image: text().trim().min(1).max(500).refine(isImageAddress, imageWanted).nullable().optional(),
}

export const createProductSchema = z.strictObject({
  ...productFields,
  status: status.default('active'),
  variants: z.array(newVariant).min(1).max(maxLines),
})
export type CreateProduct = z.output<typeof createProductSchema>

export const changeProductSchema = z.strictObject({
  ...productFields,
  name: productFields.name.optional(),
  status: status.optional(),
})
export type ChangeProduct = z.output<typeof changeProductSchema>

const changedVariant = z.strictObject({
  id: idSchema,
  sku: variantFields.sku.optional(),
  color: variantFields.color,
  size: variantFields.size,
  specification: variantFields.specification.optional(),
  price: moneyInput.optional(),
  active: z.boolean().optional(),
})
export type ChangedVariant = z.output<typeof changedVariant>

export const changeVariantsSchema = z.strictObject({
  variants: z.array(changedVariant).min(1).max(maxLines).superRefine(noRepeats('id')),
})

export const adminProductsQuerySchema = z.object({
  ...pagingFields,
  q: searchFilter,
  status: oneOf(productStatuses),
  category: nameFilter,
  brand: nameFilter,
  sort: sortedBy(['id', 'name', 'createdAt'], 'id,asc'),
})
export type AdminProductsQuery = z.output<typeof adminProductsQuerySchema>

const view = ['products.view'] as const
const edit = ['products.edit'] as const
const refusals = ['UNAUTHORIZED', 'ADMIN_NOT_WHITELISTED', 'ADMIN_INACTIVE', 'FORBIDDEN'] as const
const writes = ['VALIDATION_ERROR', ...refusals, 'NOT_FOUND', 'CONFLICT'] as const
const answered = { access: 'admin', owner: 'products', shape: 'object', data: adminProductSchema } as const

/** Products and their variants; the products service answers these. */
export const adminProductRoutes = {
  listAdminProducts: route({
    name: 'listAdminProducts',
    summary: 'Products, inactive ones too',
    method: 'GET',
    path: '/api/admin/products',
    access: 'admin',
    owner: 'products',
    permissions: view,
    query: adminProductsQuerySchema,
    shape: 'page',
    data: adminProductSchema,
    errors: ['VALIDATION_ERROR', ...refusals],
  }),
  getAdminProduct: route({
    ...answered,
    name: 'getAdminProduct',
    summary: 'One product with all its variants',
    method: 'GET',
    path: '/api/admin/products/{id}',
    permissions: view,
    params: idParams,
    errors: [...refusals, 'NOT_FOUND'],
  }),
  createProduct: route({
    ...answered,
    name: 'createProduct',
    summary: 'Creates a product with its variants',
    method: 'POST',
    path: '/api/admin/products',
    permissions: edit,
    body: createProductSchema,
    successStatus: 201,
    errors: ['VALIDATION_ERROR', ...refusals, 'CONFLICT'],
  }),
  setProductStatus: route({
    ...answered,
    name: 'setProductStatus',
    summary: 'Offers a product, or no longer',
    method: 'PUT',
    path: '/api/admin/products/{id}',
    permissions: edit,
    reads: 'getAdminProduct',
    params: idParams,
    body: z.strictObject({ status }),
    errors: writes,
  }),
  changeProduct: route({
    ...answered,
    name: 'changeProduct',
    summary: 'Changes what is said of a product, or its status',
    method: 'PATCH',
    path: '/api/admin/products/{id}',
    permissions: edit,
    reads: 'getAdminProduct',
    params: idParams,
    body: changeProductSchema,
    errors: writes,
  }),
  addVariant: route({
    ...answered,
    name: 'addVariant',
    summary: 'Adds a variant to a product',
    method: 'POST',
    path: '/api/admin/products/{id}/variants',
    permissions: edit,
    reads: 'getAdminProduct',
    params: idParams,
    body: newVariant,
    successStatus: 201,
    errors: writes,
  }),
  changeVariants: route({
    ...answered,
    name: 'changeVariants',
    summary: 'Changes variants of a product, all or none',
    method: 'PATCH',
    path: '/api/admin/products/{id}/variants',
    permissions: edit,
    reads: 'getAdminProduct',
    params: idParams,
    body: changeVariantsSchema,
    errors: writes,
  }),
}
