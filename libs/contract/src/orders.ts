import { z } from 'zod'
import { statusHistorySchema } from './booking/schemas.ts'
import { moneySchema, timestampSchema } from './schemas.ts'

/** Statuses of an order (docs/contract/states.md#order). */
export const orderStatusSchema = z
  .enum(['unshipped', 'shipped', 'completed', 'returned', 'cancelled'])
  .describe('Status of the order')
export type OrderStatus = z.infer<typeof orderStatusSchema>

export const orderPaymentStatusSchema = z.enum(['unpaid', 'paid', 'refunded']).describe('Whether the order is paid')
export type OrderPaymentStatus = z.infer<typeof orderPaymentStatusSchema>

/** Refund states of an order; only one exists yet. */
export const refundStatusSchema = z.enum(['none']).describe('Whether the order is refunded')
export type RefundStatus = z.infer<typeof refundStatusSchema>

/** How an order may be paid (docs/contract/resources.md#order). */
export const orderPaymentMethodSchema = z
  .enum(['gateway-credit', 'gateway-atm', 'gateway-cvs', 'gateway-other', 'cod'])
  .describe('How the order is paid; `cod` is cash on delivery')
export type OrderPaymentMethod = z.infer<typeof orderPaymentMethodSchema>

/** The fields of both shapes of an order item: a snapshot as of creation. */
export const orderItemFields = {
  productId: z.string().describe('Product id'),
  variantId: z.string().describe('Variant id'),
  sku: z.string().describe('SKU code, as of creation'),
  productName: z.string().describe('Name of the product, as of creation'),
  specification: z.string().describe('Specification of the variant, as of creation'),
  brandName: z.string().describe('Brand, as of creation; empty for a product without one'),
  imageUrl: z.string().nullable().describe('Primary image, as of creation; null without one'),
  unitPrice: moneySchema.describe('Price of one piece, as of creation'),
  quantity: z.int().positive().describe('Number of pieces'),
  lineTotal: moneySchema.describe('`unitPrice` × `quantity`'),
}

const orderListFields = {
  id: z.string().describe('Order id'),
  customerId: z.string().describe('Customer who placed the order'),
  buyerName: z.string().describe("The customer's name, as of creation"),
  buyerEmail: z.string().describe("The customer's e-mail, as of creation; empty where the account has none"),
  buyerEmailVerified: z
    .boolean()
    .describe(
      'Whether somebody had proven `buyerEmail`; send nothing to it that only the customer may read while it is false',
    ),
  recipientName: z.string().nullable().describe('Who receives the order; null until it is given'),
  shippingAddress: z.string().nullable().describe('Where it is delivered; null until it is given'),
  shippingPhone: z.string().nullable().describe("The recipient's phone number; null until it is given"),
  subtotal: moneySchema.describe('Sum of the line totals'),
  shippingFee: moneySchema.describe('What shipping costs'),
  discount: moneySchema.describe('What the coupon takes off'),
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

/** An order with its items, as its member sees it (docs/contract/resources.md#order). */
export const orderSchema = z.strictObject({
  ...orderListFields,
  items: z
    .array(z.strictObject({ id: z.int().positive().describe('Order item id'), ...orderItemFields }))
    .min(1)
    .describe('What was ordered'),
})
export type Order = z.infer<typeof orderSchema>

/** An administrator's view of an order: the order and its history (docs/contract/admin.md#orders). */
export const adminOrderSchema = orderSchema.extend({ statusHistory: statusHistorySchema })
export type AdminOrder = z.infer<typeof adminOrderSchema>
