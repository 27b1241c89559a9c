import { z } from 'zod'
import { changeRecipientSchema } from '../checkout/schemas.ts'
import { changed, declareAdminRoutes, pageOf, removed } from '../declare.ts'
import {
  adminOrderSchema,
  orderListItemSchema,
  orderPaymentMethodSchema,
  orderPaymentStatusSchema,
  orderStatusSchema,
  pickingListItemSchema,
} from '../orders.ts'
import { returnDestinationSchema, returnedFields } from '../returns.ts'
import { described, idSchema, maxLines, moneySchema, quantitySchema } from '../schemas.ts'
import {
  cancelBodySchema,
  cancelPaidBodySchema,
  givesAnyAmount,
  idFilter,
  instants,
  moneyInput,
  openRefundBodySchema,
  pageQuery,
  searchFilter,
  someOf,
  sortedBy,
  textInput,
  yesOrNo,
} from './fields.ts'
import { addNoteSchema, removesAnyNote } from './notes.ts'

export const ordersQuerySchema = pageQuery({
  q: searchFilter,
  status: someOf(orderStatusSchema).describe('Status of the order; may be repeated'),
  paymentStatus: orderPaymentStatusSchema.optional(),
  paymentMethod: orderPaymentMethodSchema.optional(),
  ...instants('placed', 'creation'),
  ...instants('paid', 'payment'),
  readyToShip: yesOrNo.describe('Only orders whose state allows shipping (`true`) or the others (`false`)'),
  customerId: idFilter.describe('Only orders of this customer'),
  couponId: idFilter.describe('Only orders with this coupon, cancelled ones too'),
  variantId: idFilter.describe('Only orders with this variant among their items'),
  sort: sortedBy(['placedAt', 'total', 'updatedAt'], 'placedAt,desc'),
})
export type OrdersQuery = z.output<typeof ordersQuerySchema>

export const pickingListQuerySchema = pageQuery({
  q: searchFilter,
  locationId: idFilter.describe('Only orders that take pieces from this location'),
  shippable: yesOrNo.describe('Only orders whose picks are all complete (`true`) or the others (`false`)'),
})
export type PickingListQuery = z.output<typeof pickingListQuerySchema>

/** How an order is shipped; both fields may be left out (docs/contract/admin.md#ship). */
export const shipOrderSchema = z.strictObject({
  carrier: textInput(50).optional().describe('Carrier'),
  trackingNumber: textInput(64).optional().describe('Tracking number of the parcel'),
})
export type ShipOrder = z.output<typeof shipOrderSchema>

/** Fields that are absent stay as they are (docs/contract/admin.md#ship). */
export const changeShipmentSchema = z.strictObject({
  carrier: textInput(50).nullish().describe('Carrier; null removes it'),
  trackingNumber: textInput(64).nullish().describe('Tracking number of the parcel; null removes it'),
})
export type ChangeShipment = z.output<typeof changeShipmentSchema>

/** {@link changeRecipientSchema} of a request by staff, which names nothing else. */
const changeRecipientByStaffSchema = z.strictObject(changeRecipientSchema.shape)

/** The pieces of an order that come back (docs/contract/admin.md#returns). */
export const quoteReturnSchema = z.strictObject({
  items: z
    .array(
      z.strictObject({
        orderItemId: returnedFields.orderItemId,
        quantity: quantitySchema.describe(returnedFields.quantity.description ?? ''),
        to: returnDestinationSchema.default('stock'),
      }),
    )
    .min(1)
    .max(2 * maxLines)
    .optional()
    .describe('Pieces that came back; default is everything that has not come back, to stock'),
})
export type QuoteReturnRequest = z.output<typeof quoteReturnSchema>

/** What a return would give back now; nothing is recorded. */
export const returnQuoteSchema = z.strictObject({
  refundAmount: described(moneySchema, 'What the return gives back without a `refundAmount` of its own', '1250.00'),
  refundable: described(moneySchema, 'What is left of the amount paid, the most that it may give back', '2600.00'),
})
export type ReturnQuote = z.infer<typeof returnQuoteSchema>

/** What came back of an order. */
export const returnOrderSchema = quoteReturnSchema.extend({
  locationId: idSchema
    .optional()
    .describe('Location whose stock gets the pieces; by default each piece goes where it left'),
  reason: textInput(200).describe('Why; stored in the status history, and the reason of the refund'),
  refundAmount: moneyInput
    .optional()
    .describe(
      'Amount to give back, from 0.00 to what is left of the amount paid; default is the share of these pieces ([Returns](admin.md#returns)), and anything else needs `payments.edit`',
    ),
})
export type ReturnOrder = z.output<typeof returnOrderSchema>

export const orderRoutes = declareAdminRoutes('orders', 'checkout', {
  listAdminOrders: {
    summary: 'Lists orders',
    endpoint: 'GET /api/admin/orders',
    ...pageOf(ordersQuerySchema, orderListItemSchema),
  },
  getAdminOrder: {
    summary: 'Reads an order with its recipient, items and status history',
    endpoint: 'GET /api/admin/orders/{id}',
    data: adminOrderSchema,
  },
  /** docs/contract/admin.md#picking-list */
  listPickingList: {
    summary: 'Lists the orders to pack with their pick locations, longest waiting first',
    endpoint: 'GET /api/admin/picking-list',
    ...pageOf(pickingListQuerySchema, pickingListItemSchema),
  },
  shipOrder: {
    summary: 'Ships an order that is paid or confirmed for cash on delivery',
    endpoint: 'POST /api/admin/orders/{id}/ship',
    body: shipOrderSchema,
    bodyOptional: true,
    data: adminOrderSchema,
    errors: ['CONFLICT', 'STOCK_INSUFFICIENT'],
  },
  /** docs/contract/admin.md#ship */
  changeShipment: {
    summary: 'Changes carrier or tracking number of an order that has shipped',
    endpoint: 'PATCH /api/admin/orders/{id}/shipment',
    body: changeShipmentSchema,
    ...changed(adminOrderSchema),
  },
  /** docs/contract/admin.md#shipped-by-mistake */
  unshipOrder: {
    summary: 'Takes back that an order was shipped, and reserves its pieces again',
    endpoint: 'POST /api/admin/orders/{id}/unship',
    body: cancelBodySchema,
    ...changed(adminOrderSchema),
  },
  /** docs/contract/admin.md#recipient */
  changeRecipient: {
    summary: 'Corrects the recipient of an order that is ready to ship',
    endpoint: 'PATCH /api/admin/orders/{id}/recipient',
    body: changeRecipientByStaffSchema,
    ...changed(adminOrderSchema),
  },
  /** docs/contract/admin.md#reallocate */
  reallocateOrder: {
    summary: 'Reserves the missing pieces of an unshipped order at other stores',
    endpoint: 'POST /api/admin/orders/{id}/reallocate',
    data: adminOrderSchema,
    errors: ['CONFLICT', 'STOCK_INSUFFICIENT'],
  },
  completeOrder: {
    summary: 'Completes a shipped order; a cash-on-delivery order becomes paid',
    endpoint: 'POST /api/admin/orders/{id}/complete',
    ...changed(adminOrderSchema),
  },
  /** docs/contract/admin.md#staff-cancel */
  cancelOrder: {
    summary: 'Cancels an unpaid order that has not shipped, for staff',
    endpoint: 'POST /api/admin/orders/{id}/cancel',
    body: cancelBodySchema,
    ...changed(adminOrderSchema),
  },
  /** docs/contract/admin.md#cancel-with-a-refund */
  cancelPaidOrder: {
    summary: 'Cancels a paid order that has not shipped, and opens a refund',
    endpoint: 'POST /api/admin/orders/{id}/cancel-paid',
    optionalPermissions: [givesAnyAmount],
    body: cancelPaidBodySchema,
    ...changed(adminOrderSchema),
  },
  /** docs/contract/admin.md#returns */
  returnOrder: {
    summary: 'Records what came back of an order that has shipped, and opens a refund',
    endpoint: 'POST /api/admin/orders/{id}/returns',
    optionalPermissions: [givesAnyAmount],
    body: returnOrderSchema,
    ...changed(adminOrderSchema),
  },
  /** docs/contract/admin.md#undo-a-return */
  undoReturn: {
    summary: 'Undoes a return that was recorded by mistake, and withdraws its refund',
    endpoint: 'DELETE /api/admin/orders/{id}/returns/{returnId}',
    body: cancelBodySchema,
    ...removed,
    errors: ['CONFLICT'],
  },
  /** docs/contract/admin.md#returns */
  quoteReturn: {
    summary: 'Calculates what a return of an order gives back; records nothing',
    endpoint: 'POST /api/admin/orders/{id}/returns/quotes',
    changesNothing: true,
    body: quoteReturnSchema,
    ...changed(returnQuoteSchema),
  },
  /** docs/contract/admin.md#notes */
  addOrderNote: {
    summary: 'Adds a note to an order',
    endpoint: 'POST /api/admin/orders/{id}/notes',
    body: addNoteSchema,
    data: adminOrderSchema,
  },
  /** docs/contract/admin.md#notes */
  removeOrderNote: {
    summary: 'Removes a note of an order',
    endpoint: 'DELETE /api/admin/orders/{id}/notes/{noteId}',
    optionalPermissions: [removesAnyNote],
    ...removed,
  },
  /** docs/contract/admin.md#refunds */
  refundOrder: {
    summary: 'Opens a refund of a part of what was paid for an order that has shipped',
    endpoint: 'POST /api/admin/orders/{id}/refunds',
    permissions: ['payments.edit'],
    body: openRefundBodySchema,
    ...changed(adminOrderSchema),
  },
})
