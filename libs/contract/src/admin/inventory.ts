import { z } from 'zod'
import { route } from '../route.ts'
import { idSchema, pagingFields, timestampSchema } from '../schemas.ts'
import { idFilter, inOrder, instantFrom, instantTo, textInput } from './fields.ts'

/** A movement of stock: immutable (decisions.md, 9). */
export const movementSchema = z.strictObject({
  id: z.int().positive(),
  variantId: z.string(),
  locationId: z.string(),
  quantityDelta: z.int(),
  reason: z.string(),
  onHandAfter: z.int().min(0),
  createdBy: z.string(),
  createdAt: timestampSchema,
})
export type Movement = z.infer<typeof movementSchema>

export const createMovementSchema = z.strictObject({
  variantId: idSchema,
  locationId: idSchema,
  quantityDelta: z
    .int()
    .min(-2_147_483_647)
    .max(2_147_483_647)
    .refine(delta => delta !== 0, 'must not be 0'),
  reason: textInput(500),
})
export type CreateMovement = z.output<typeof createMovementSchema>

export const movementsQuerySchema = z
  .object({
    ...pagingFields,
    variantId: idFilter,
    locationId: idFilter,
    createdFrom: instantFrom,
    createdTo: instantTo,
  })
  .superRefine(inOrder('createdFrom', 'createdTo'))
export type MovementsQuery = z.output<typeof movementsQuerySchema>

/** Where stock lies. */
export const locationSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['store', 'rental']),
  campgroundId: z.string().nullable(),
})
export type StockLocation = z.infer<typeof locationSchema>

const view = ['inventory.view'] as const
const edit = ['inventory.edit'] as const
const refusals = ['UNAUTHORIZED', 'ADMIN_NOT_WHITELISTED', 'ADMIN_INACTIVE', 'FORBIDDEN'] as const

/** Stock; the products service answers these. */
export const inventoryRoutes = {
  listMovements: route({
    name: 'listMovements',
    summary: 'Movements of stock, newest first',
    method: 'GET',
    path: '/api/admin/inventory-movements',
    access: 'admin',
    owner: 'products',
    permissions: view,
    query: movementsQuerySchema,
    shape: 'page',
    data: movementSchema,
    errors: ['VALIDATION_ERROR', ...refusals],
  }),
  createMovement: route({
    name: 'createMovement',
    summary: 'Books stock in or out',
    method: 'POST',
    path: '/api/admin/inventory-movements',
    access: 'admin',
    owner: 'products',
    permissions: edit,
    body: createMovementSchema,
    shape: 'object',
    data: movementSchema,
    successStatus: 201,
    errors: ['VALIDATION_ERROR', ...refusals, 'NOT_FOUND', 'STOCK_INSUFFICIENT'],
  }),
  listLocations: route({
    name: 'listLocations',
    summary: 'Locations of stock',
    method: 'GET',
    path: '/api/admin/locations',
    access: 'admin',
    owner: 'products',
    permissions: view,
    shape: 'list',
    data: locationSchema,
    errors: [...refusals],
  }),
}
