import { z } from 'zod'
import { idempotencyKeySchema, idSchema, pagingFields, timestampSchema } from '../schemas.ts'
import { declareAdminRoutes } from './declare.ts'
import { idFilter, inOrder, instantFrom, instantTo, textInput } from './fields.ts'

/** A movement of stock: immutable (docs/contract/admin.md#inventory). */
export const movementSchema = z.strictObject({
  id: z.int().positive().describe('Movement id'),
  variantId: z.string().describe('Variant that was moved'),
  locationId: z.string().describe('Location of the stock'),
  quantityDelta: z.int().describe('Pieces that came in (positive) or went out (negative)'),
  reason: z.string().describe('Why'),
  onHandAfter: z.int().min(0).describe('Pieces on hand at the location afterwards'),
  createdBy: z.string().describe('Administrator who made it'),
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
    .refine(delta => delta !== 0, 'must not be 0')
    .describe('Pieces that come in (positive) or go out (negative); not 0'),
  reason: textInput(500).describe('Why'),
  idempotencyKey: idempotencyKeySchema
    .optional()
    .describe('A repeated request with the same key, 1 to 128 characters, gets the first movement and books nothing'),
})
export type CreateMovement = z.output<typeof createMovementSchema>

export const movementsQuerySchema = z
  .object({
    ...pagingFields,
    variantId: idFilter.describe('Only movements of this variant'),
    locationId: idFilter.describe('Only movements at this location'),
    createdFrom: instantFrom.describe('Earliest creation: a timestamp or a date'),
    createdTo: instantTo.describe('Latest creation: a timestamp or a date; not before `createdFrom`'),
  })
  .superRefine(inOrder('createdFrom', 'createdTo'))
export type MovementsQuery = z.output<typeof movementsQuerySchema>

/** Where stock lies. */
export const locationSchema = z.strictObject({
  id: z.string().describe('Location id'),
  name: z.string().describe('Name'),
  kind: z.enum(['store', 'rental']).describe('Whether its stock is sold or rented out'),
  campgroundId: z.string().nullable().describe('Campground of a rental location; null for a store'),
})
export type StockLocation = z.infer<typeof locationSchema>

/** Stock; the products service answers these. */
export const inventoryRoutes = declareAdminRoutes('inventory', 'products', {
  listMovements: {
    summary: 'Lists movements of stock, newest first',
    method: 'GET',
    path: '/api/admin/inventory-movements',
    query: movementsQuerySchema,
    shape: 'page',
    data: movementSchema,
  },
  createMovement: {
    summary: 'Books stock in or out',
    method: 'POST',
    path: '/api/admin/inventory-movements',
    body: createMovementSchema,
    data: movementSchema,
    successStatus: 201,
    errors: ['NOT_FOUND', 'CONFLICT', 'STOCK_INSUFFICIENT'],
  },
  listLocations: {
    summary: 'Lists locations of stock',
    addition: true,
    method: 'GET',
    path: '/api/admin/locations',
    shape: 'list',
    data: locationSchema,
  },
})
