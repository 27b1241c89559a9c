import { z } from 'zod'
import { administratorNameSchema } from './admin/people.ts'
import { described, timestampSchema } from './schemas.ts'

/** Where pieces that came back go. */
export const returnDestinationSchema = z
  .enum(['stock', 'written-off'])
  .describe('`stock` if they can be sold again, else `written-off`')

/** Pieces of an item that came back. */
export const returnedFields = {
  orderItemId: z.int().positive().describe('Order item id'),
  quantity: z.int().positive().describe('Number of pieces that came back'),
}

const items = described(z.array(z.strictObject(returnedFields)), 'Pieces that came back, by item', [
  { orderItemId: 7001, quantity: 1 },
])

/** What came back of an order at one time, as its member sees it (docs/contract/admin.md#returns). */
export const ownReturnSchema = z.strictObject({
  id: z.string().describe('Return id'),
  at: timestampSchema.describe('When staff recorded it'),
  items,
})

const returnedItemSchema = z.strictObject({
  ...returnedFields,
  to: returnDestinationSchema,
  locationId: z.string().nullable().describe('Location whose stock has them again; null for pieces written off'),
})

const id = '0199a0c4-9b20-7e44-8d11-3c5a7e9f1b02'
const at = '2026-11-27T02:30:00.000Z'

/** What came back of an order, in every read by its member. */
export const ownReturnsSchema = described(z.array(ownReturnSchema), 'What came back of the order, oldest first', [
  { id, at, items: [{ orderItemId: 7001, quantity: 1 }] },
])

/** What came back of an order at one time, as administrators see it. */
export const adminReturnSchema = z.strictObject({
  id: ownReturnSchema.shape.id,
  at: ownReturnSchema.shape.at,
  by: administratorNameSchema.describe('Administrator who recorded it'),
  reason: z.string().describe('Why it came back'),
  items: z.array(returnedItemSchema).describe('Pieces that came back, by item and location'),
  refundId: z.string().nullable().describe('Refund that it opened; null if nothing is given back for it'),
})
export type AdminReturn = z.infer<typeof adminReturnSchema>

/** What came back of an order, in every read by staff. */
export const adminReturnsSchema = described(z.array(adminReturnSchema), 'What came back of the order, oldest first', [
  {
    id,
    at,
    by: { id: 'administrator-warehouse', name: 'Hsu Wei' },
    reason: 'Too small for the family',
    items: [{ orderItemId: 7001, quantity: 1, to: 'stock', locationId: 'store-taipei' }],
    refundId: '0199a0c4-5d1e-7c3b-9d2f-6a7b8c9d0e1f',
  },
])
