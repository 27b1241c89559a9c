import { z } from 'zod'
import { statusHistoryEntrySchema } from './booking/schemas.ts'
import { moneySchema, timestampSchema } from './schemas.ts'

/** Statuses of an order (interface.md, States, Order). */
export const orderStatusSchema = z.enum(['unshipped', 'shipped', 'completed', 'returned', 'cancelled'])
export type OrderStatus = z.infer<typeof orderStatusSchema>

/** Payment states of an order. */
export const orderPaymentStatusSchema = z.enum(['unpaid', 'paid', 'refunded'])
export type OrderPaymentStatus = z.infer<typeof orderPaymentStatusSchema>

/** Refund states of an order; the interface shows no other. */
export const refundStatusSchema = z.enum(['none'])
export type RefundStatus = z.infer<typeof refundStatusSchema>

/** How an order may be paid (interface.md, Order). */
export const orderPaymentMethodSchema = z.enum(['gateway-credit', 'gateway-atm', 'gateway-cvs', 'gateway-other', 'cod'])
export type OrderPaymentMethod = z.infer<typeof orderPaymentMethodSchema>

/** What both shapes of an order item carry: a snapshot as of creation. */
export const orderItemFields = {
  productId: z.string(),
  variantId: z.string(),
  sku: z.string(),
  productName: z.string(),
  specification: z.string(),
  brandName: z.string(),
  imageUrl: z.string().nullable(),
  unitPrice: moneySchema,
  quantity: z.int().positive(),
  lineTotal: moneySchema,
}

const orderListFields = {
  id: z.string(),
  customerId: z.string(),
  buyerName: z.string(),
  buyerEmail: z.string(),
  recipientName: z.string().nullable(),
  shippingAddress: z.string().nullable(),
  shippingPhone: z.string().nullable(),
  subtotal: moneySchema,
  shippingFee: moneySchema,
  discount: moneySchema,
  total: moneySchema,
  paymentMethod: orderPaymentMethodSchema.nullable(),
  paymentStatus: orderPaymentStatusSchema,
  refundStatus: refundStatusSchema,
  status: orderStatusSchema,
  placedAt: timestampSchema,
  paidAt: timestampSchema.nullable(),
  checkoutExpiresAt: timestampSchema.nullable(),
}

/** An order as one line of a list: without its items (decisions.md, 7). */
export const orderListItemSchema = z.strictObject(orderListFields)
export type OrderListItem = z.infer<typeof orderListItemSchema>

/** An order with its items, as its member sees it (interface.md, Order). */
export const orderSchema = z.strictObject({
  ...orderListFields,
  items: z.array(z.strictObject({ id: z.int().positive(), ...orderItemFields })).min(1),
})
export type Order = z.infer<typeof orderSchema>

/** What an administrator sees of an order: the order and its history (decisions.md, 12). */
export const adminOrderSchema = orderSchema.extend({ statusHistory: z.array(statusHistoryEntrySchema) })
export type AdminOrder = z.infer<typeof adminOrderSchema>
