import { z } from 'zod'
import { created, declareAdminRoutes, listOf, pageOf } from '../declare.ts'
import {
  idempotencyKeySchema,
  idSchema,
  maxLines,
  noRepeats,
  objectsOf,
  quantitySchema,
  timestampSchema,
} from '../schemas.ts'
import { issue } from '../texts/text.ts'
import { idFilter, instants, oneOf, pageQuery, searchFilter, sortedBy, textInput } from './fields.ts'

/** A movement of stock: immutable (docs/contract/admin.md#inventory). */
export const movementSchema = z.strictObject({
  id: z.int().positive().describe('Movement id'),
  variantId: z.string().describe('Variant that was moved'),
  sku: z.string().describe('SKU code of the variant'),
  productName: z.string().describe('Name of the equipment item'),
  locationId: z.string().describe('Location of the stock'),
  locationName: z.string().describe('Name of the location'),
  quantityDelta: z.int().describe('Pieces that came in (positive) or went out (negative)'),
  reason: z.string().describe('Why'),
  onHandAfter: z.int().min(0).describe('Pieces on hand at the location afterwards'),
  orderId: z
    .string()
    .nullable()
    .describe('Order that was shipped or came back; null for other movements, and for shipments from before Admin 0.8'),
  transferId: z.string().nullable().describe('Transfer that it belongs to; null if none'),
  createdBy: z.string().describe('Administrator who made it'),
  createdByName: z.string().nullable().describe('Name of that account; null if unknown'),
  createdAt: timestampSchema.describe('Creation'),
})
export type Movement = z.infer<typeof movementSchema>

export const createMovementSchema = z.strictObject({
  variantId: idSchema.describe('Variant that is moved'),
  locationId: idSchema.describe('Location of the stock'),
  quantityDelta: z
    .int()
    .min(-2_147_483_647)
    .max(2_147_483_647)
    .refine(delta => delta !== 0, issue('must.notBeZero'))
    .describe('Pieces that come in (positive) or go out (negative); not 0'),
  reason: textInput(500).describe('Why'),
  idempotencyKey: idempotencyKeySchema
    .optional()
    .describe('Key of the request, 1 to 128 characters: repeating it returns the first movement and books nothing'),
})
export type CreateMovement = z.output<typeof createMovementSchema>

/** The key of a request that makes several movements. */
const bookedOnce = {
  idempotencyKey: idempotencyKeySchema
    .optional()
    .describe('Key of the request, 1 to 128 characters: repeating it returns the first movements and books nothing'),
}

/** Lines of a request, 1 to 100, each for a different variant. */
const linesOf = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z
    .array(z.strictObject({ variantId: idSchema.describe('Variant; no duplicates'), ...fields }))
    .min(1)
    .max(maxLines)
    .superRefine(noRepeats('variantId'))
    .describe('Lines, 1 to 100, each for a different variant')

/** A delivery (docs/contract/admin.md#receipts-counts-and-transfers). */
export const createReceiptSchema = z.strictObject({
  locationId: idSchema.describe('Location that receives the pieces'),
  reference: textInput(100).describe('Delivery number, which becomes the reason of the movements'),
  lines: linesOf({ quantity: quantitySchema.describe('Pieces received') }),
  ...bookedOnce,
})
export type CreateReceipt = z.output<typeof createReceiptSchema>

/** A count of the shelves (docs/contract/admin.md#receipts-counts-and-transfers). */
export const createCountSchema = z.strictObject({
  locationId: idSchema.describe('Location that was counted'),
  reason: textInput(500).describe('Why'),
  lines: linesOf({ counted: z.int().min(0).max(2_147_483_647).describe('Pieces counted there') }),
  ...bookedOnce,
})
export type CreateCount = z.output<typeof createCountSchema>

/** A transfer between two locations (docs/contract/admin.md#receipts-counts-and-transfers). */
export const createTransferSchema = z
  .strictObject({
    fromLocationId: idSchema.describe('Location that the pieces come from'),
    toLocationId: idSchema.describe('Location that receives them; a different one'),
    reason: textInput(500).describe('Why'),
    lines: linesOf({ quantity: quantitySchema.describe('Pieces to move') }),
    ...bookedOnce,
  })
  .superRefine(({ fromLocationId, toLocationId }, ctx) => {
    if (fromLocationId === toLocationId)
      ctx.addIssue({
        code: 'custom',
        path: ['toLocationId'],
        message: issue('must.notBeField', { field: 'fromLocationId' }),
      })
  })
export type CreateTransfer = z.output<typeof createTransferSchema>

/** Movements that a receipt, a count or a transfer booked. */
export const bookedMovementsSchema = z.strictObject({
  movements: z
    .array(movementSchema)
    .describe(
      'Movements in the order of the lines, out before in for a transfer; none for a line without a difference',
    ),
})
export type BookedMovements = z.infer<typeof bookedMovementsSchema>

export const movementsQuerySchema = pageQuery({
  variantId: idFilter.describe('Only movements of this variant'),
  locationId: idFilter.describe('Only movements at this location'),
  createdBy: idFilter.describe('Only movements of this administrator'),
  q: searchFilter,
  ...instants('created', 'creation'),
})
export type MovementsQuery = z.output<typeof movementsQuerySchema>

export const locationSchema = z.strictObject({
  id: z.string().describe('Location id'),
  name: z.string().describe('Name'),
  kind: z.enum(['store', 'rental']).describe('Whether its stock is sold or rented out'),
  campgroundId: z.string().nullable().describe('Campground of a rental location; null for a store'),
})
export type StockLocation = z.infer<typeof locationSchema>

const pieces = {
  onHand: z.int().min(0).describe('Pieces on hand'),
  reserved: z.int().min(0).describe('Pieces that orders hold; at a rental location, pieces rented out today'),
  available: z.int().min(0).describe('Pieces on hand that are not reserved'),
}

/** Stock of a variant (docs/contract/admin.md#stock). */
export const stockSchema = z.strictObject({
  variantId: z.string().describe('Variant id'),
  sku: z.string().describe('SKU code'),
  productId: z.string().nullable().describe('Product of the variant; null if it is only rented out'),
  productName: z.string().describe('Name of the equipment item'),
  specification: z.string().describe('Specification'),
  active: z.boolean().describe('Whether the variant and its SKU are active'),
  onHand: pieces.onHand.describe('Pieces on hand at all active stores'),
  reserved: pieces.reserved.describe('Pieces that orders hold, of those on hand'),
  available: pieces.available.describe(
    'Pieces that can be sold: on hand minus reserved at all active stores, not below 0',
  ),
  locations: objectsOf('Stock at each location that has had any, by location id', {
    locationId: z.string().describe('Location id'),
    locationName: z.string().describe('Name of the location'),
    kind: z.enum(['store', 'rental']).describe('Whether its stock is sold or rented out'),
    ...pieces,
  }),
})
export type Stock = z.infer<typeof stockSchema>

export const stockQuerySchema = pageQuery({
  q: searchFilter,
  locationId: idFilter.describe('Only variants that have had stock at this location'),
  kind: oneOf(['store', 'rental']).describe('Only variants that have had stock at a location of this kind'),
  variantId: idFilter.describe('Only this variant'),
  below: z
    .string()
    .regex(/^\d{1,9}$/, issue('must.beInWholeNumbers'))
    .transform(Number)
    .optional()
    .describe('Only variants with fewer available pieces than this, all stores together')
    .meta({ title: 'integer' }),
  sort: sortedBy(['sku', 'available'], 'sku,asc'),
})
export type StockQuery = z.output<typeof stockQuerySchema>

export const inventoryRoutes = declareAdminRoutes('inventory', 'products', {
  listMovements: {
    summary: 'Lists movements of stock, newest first',
    endpoint: 'GET /api/admin/inventory-movements',
    ...pageOf(movementsQuerySchema, movementSchema),
  },
  createMovement: {
    summary: 'Books stock in or out',
    endpoint: 'POST /api/admin/inventory-movements',
    body: createMovementSchema,
    ...created(movementSchema),
    errors: ['NOT_FOUND', 'CONFLICT', 'STOCK_INSUFFICIENT'],
  },
  listStock: {
    summary: 'Lists stock by variant, with each location',
    endpoint: 'GET /api/admin/stock',
    ...pageOf(stockQuerySchema, stockSchema),
  },
  createReceipt: {
    summary: 'Books in a delivery',
    endpoint: 'POST /api/admin/inventory-receipts',
    body: createReceiptSchema,
    ...created(bookedMovementsSchema),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  createCount: {
    summary: 'Books the differences found by a count',
    endpoint: 'POST /api/admin/inventory-counts',
    body: createCountSchema,
    ...created(bookedMovementsSchema),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  createTransfer: {
    summary: 'Moves stock from one location to another',
    endpoint: 'POST /api/admin/inventory-transfers',
    body: createTransferSchema,
    ...created(bookedMovementsSchema),
    errors: ['NOT_FOUND', 'CONFLICT', 'STOCK_INSUFFICIENT'],
  },
  listLocations: {
    summary: 'Lists locations of stock',
    endpoint: 'GET /api/admin/locations',
    ...listOf(locationSchema),
  },
})
