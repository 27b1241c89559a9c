import { z } from 'zod'
import { newestNotesSchema, notesSchema } from './admin/notes.ts'
import { administratorNameSchema } from './admin/people.ts'
import { statusHistorySchema } from './booking/schemas.ts'
import { ownRefundsSchema, refundStatusSchema } from './own-refunds.ts'
import { adminReturnsSchema, ownReturnsSchema } from './returns.ts'
import { described, moneySchema, objectsOf, orNull, timestampSchema } from './schemas.ts'

/** Statuses of an order (docs/contract/states.md#order). */
export const orderStatusSchema = z
  .enum(['unshipped', 'shipped', 'completed', 'returned', 'cancelled'])
  .describe('Status of the order')

export const orderPaymentStatusSchema = z.enum(['unpaid', 'paid', 'refunded']).describe('Whether the order is paid')

/** How an order may be paid (docs/contract/resources.md#order). */
export const orderPaymentMethodSchema = z
  .enum(['gateway-credit', 'gateway-atm', 'gateway-cvs', 'gateway-other', 'cod'])
  .describe('How the order is paid; `cod` is cash on delivery')
export type OrderPaymentMethod = z.infer<typeof orderPaymentMethodSchema>

/** The fields of a checkout that the order keeps as given. */
export const givenOrderFields = {
  paymentMethod: orNull(orderPaymentMethodSchema).describe('How the order is paid; may be given later'),
}

/** The fields of both shapes of an order item: a snapshot as of creation. */
export const orderItemFields = {
  productId: z.string().describe('Product id'),
  variantId: z.string().describe('Variant id'),
  sku: z.string().describe('SKU code, as of creation'),
  productName: z.string().describe('Name of the product, as of creation'),
  specification: z.string().describe('Specification of the variant, as of creation'),
  brandName: z.string().describe('Brand, as of creation; empty for a product without one'),
  imageUrl: z.string().nullable().describe('Primary image, as of creation; null if none'),
  unitPrice: moneySchema.describe('Price of one piece, as of creation'),
  quantity: z.int().positive().describe('Number of pieces'),
  lineTotal: moneySchema.describe('`unitPrice` × `quantity`'),
}

const orderListFields = {
  id: z.string().describe('Order id'),
  customerId: z.string().describe('Customer who placed the order'),
  buyerName: z.string().describe("The customer's name, as of creation"),
  buyerEmail: z.string().describe("The customer's e-mail, as of creation; empty if the account has none"),
  buyerEmailVerified: z
    .boolean()
    .describe('Whether `buyerEmail` was verified when the order was placed; while false, send nothing private to it'),
  recipientName: z.string().nullable().describe('Who receives the order; null until it is given'),
  shippingAddress: z.string().nullable().describe('Where it is delivered; null until it is given'),
  shippingPhone: z.string().nullable().describe("The recipient's phone number; null until it is given"),
  subtotal: moneySchema.describe('Sum of the line totals'),
  shippingFee: moneySchema.describe('Shipping fee'),
  discount: moneySchema.describe('Discount of the coupon'),
  total: moneySchema.describe('`subtotal` + `shippingFee` − `discount`, at least 0'),
  paymentMethod: orderPaymentMethodSchema.nullable().describe('How the order is paid; null until it is given'),
  paymentStatus: orderPaymentStatusSchema,
  refundStatus: refundStatusSchema,
  status: orderStatusSchema,
  placedAt: timestampSchema.describe('Creation'),
  paidAt: timestampSchema.nullable().describe('When it was paid; null until then'),
  checkoutExpiresAt: timestampSchema
    .nullable()
    .describe('Deadline of the hold; null when the order can no longer expire'),
}

/** An order as one line of a list: without its items (docs/contract/member.md#own-orders). */
export const orderListItemSchema = z.strictObject(orderListFields)
export type OrderListItem = z.infer<typeof orderListItemSchema>

const itemFields = { id: z.int().positive().describe('Order item id'), ...orderItemFields }

/** Carrier and tracking number of a shipped order. */
export const trackingFields = {
  carrier: z
    .string()
    .meta({ examples: ['Black Cat'] })
    .nullable()
    .describe('Carrier; null if staff gave none'),
  trackingNumber: z
    .string()
    .meta({ examples: ['9081-7263-5544'] })
    .nullable()
    .describe('Tracking number of the parcel; null if staff gave none'),
}

/** {@link trackingFields} of an order that may not be shipped yet. */
const orderTracking = {
  carrier: trackingFields.carrier.describe('Carrier; null until the order is shipped, and if staff gave none'),
  trackingNumber: trackingFields.trackingNumber.describe(
    'Tracking number of the parcel; null until the order is shipped, and if staff gave none',
  ),
}

/** An order with its items, as its member sees it (docs/contract/resources.md#order). */
export const orderSchema = z.strictObject({
  ...orderListFields,
  items: z.array(z.strictObject(itemFields)).min(1).describe('Items of the order'),
  ...orderTracking,
  refunds: ownRefundsSchema,
  returns: ownReturnsSchema,
})
export type Order = z.infer<typeof orderSchema>

/** Pieces of an item that are reserved at one location (docs/contract/admin.md#picking-list). */
export const pickSchema = z.strictObject({
  locationId: z.string().describe('Location to take the pieces from'),
  locationName: z.string().describe('Name of the location'),
  quantity: z.int().positive().describe('Pieces to take there'),
  onHand: z.int().min(0).describe('Pieces on hand there now, including reservations of other orders'),
  missing: z.int().min(0).describe('Pieces missing from `quantity`; 0 when all can be shipped'),
})

/** Items with the locations to pick them from. */
export const pickedItemsSchema = objectsOf('Items of the order', {
  ...itemFields,
  picks: described(
    z.array(pickSchema),
    'Where its pieces are reserved, by location; empty once the order is shipped or cancelled',
    [{ locationId: 'store-taipei', locationName: 'Taipei shop', quantity: 1, onHand: 7, missing: 0 }],
  ),
})

/** The coupon of an order, as of its application. */
const orderCouponSchema = z
  .strictObject({
    id: z.string().describe('Coupon id'),
    code: z.string().describe('Code when the coupon was applied'),
    name: z.string().describe('Display name when the coupon was applied'),
  })
  .meta({ examples: [{ id: 'coupon-welcome', code: 'WELCOME10', name: '10 % for new campers' }] })

/** How an order left the store (docs/contract/admin.md#ship). */
export const shipmentSchema = z
  .strictObject({
    ...trackingFields,
    at: timestampSchema.describe('When it was shipped'),
    by: administratorNameSchema.describe('Administrator who shipped it'),
  })
  .meta({
    examples: [
      {
        carrier: 'Black Cat',
        trackingNumber: '9081-7263-5544',
        at: '2026-11-20T09:30:00.000Z',
        by: { id: 'administrator-warehouse', name: 'Hsu Wei' },
      },
    ],
  })

/** An administrator's view of an order: what staff need to pack and follow it, and its history (docs/contract/admin.md#orders). */
export const adminOrderSchema = z.strictObject({
  ...orderListFields,
  ...orderTracking,
  refunds: ownRefundsSchema,
  items: pickedItemsSchema,
  coupon: orderCouponSchema.nullable().describe('The coupon behind the discount; null if none'),
  codConfirmedAt: timestampSchema.nullable().describe('When the member confirmed cash on delivery; null otherwise'),
  shipment: shipmentSchema.nullable().describe('How it was shipped; null until then'),
  returns: adminReturnsSchema,
  statusHistory: statusHistorySchema,
  notes: notesSchema,
})
export type AdminOrder = z.infer<typeof adminOrderSchema>

/** An order to pack (docs/contract/admin.md#picking-list). */
export const pickingListItemSchema = z.strictObject({
  id: orderListFields.id,
  placedAt: orderListFields.placedAt,
  readyAt: timestampSchema.describe('When it was paid, or confirmed for cash on delivery'),
  paymentMethod: orderListFields.paymentMethod,
  total: orderListFields.total,
  toCollect: moneySchema.describe(
    'Amount that the carrier collects: for cash on delivery `total` rounded half up to whole TWD, otherwise 0.00',
  ),
  recipientName: orderListFields.recipientName,
  shippingPhone: orderListFields.shippingPhone,
  shippingAddress: orderListFields.shippingAddress,
  items: pickedItemsSchema,
  shippable: z.boolean().describe('Whether all picks are complete'),
  notes: newestNotesSchema,
})
export type PickingListItem = z.infer<typeof pickingListItemSchema>
