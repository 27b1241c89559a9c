import { z } from 'zod'
import {
  adminOrderSchema,
  orderListItemSchema,
  orderPaymentMethodSchema,
  orderPaymentStatusSchema,
  orderStatusSchema,
} from '../orders.ts'
import { pagingFields } from '../schemas.ts'
import { declareAdminRoutes } from './declare.ts'
import {
  cancelBodySchema,
  cancelPaidBodySchema,
  idParamsOf,
  inOrder,
  instantFrom,
  instantTo,
  searchFilter,
  someOf,
  sortedBy,
} from './fields.ts'

export const ordersQuerySchema = z
  .object({
    ...pagingFields,
    q: searchFilter,
    status: someOf(orderStatusSchema).describe('Status of the order; may be repeated'),
    paymentStatus: orderPaymentStatusSchema.optional(),
    paymentMethod: orderPaymentMethodSchema.optional(),
    placedFrom: instantFrom.describe('Earliest creation: a timestamp or a date'),
    placedTo: instantTo.describe('Latest creation: a timestamp or a date; not before `placedFrom`'),
    sort: sortedBy(['placedAt', 'total', 'updatedAt'], 'placedAt,desc'),
  })
  .superRefine(inOrder('placedFrom', 'placedTo'))
export type OrdersQuery = z.output<typeof ordersQuerySchema>

const idParams = idParamsOf('Order id')

/** Orders; the checkout service answers these. */
export const orderRoutes = declareAdminRoutes('orders', 'checkout', {
  listAdminOrders: {
    summary: 'Lists orders',
    method: 'GET',
    path: '/api/admin/orders',
    query: ordersQuerySchema,
    shape: 'page',
    data: orderListItemSchema,
  },
  getAdminOrder: {
    summary: 'Reads an order with recipient, items and status history',
    method: 'GET',
    path: '/api/admin/orders/{id}',
    params: idParams,
    data: adminOrderSchema,
    errors: ['NOT_FOUND'],
  },
  shipOrder: {
    summary: 'Ships an order that is paid or confirmed for cash on delivery',
    method: 'POST',
    path: '/api/admin/orders/{id}/ship',
    reads: 'getAdminOrder',
    params: idParams,
    data: adminOrderSchema,
    errors: ['NOT_FOUND', 'CONFLICT', 'STOCK_INSUFFICIENT'],
  },
  /** docs/contract/admin.md#reallocate */
  reallocateOrder: {
    summary: 'Reserves the pieces that an unshipped order lacks at other stores',
    addition: true,
    method: 'POST',
    path: '/api/admin/orders/{id}/reallocate',
    reads: 'getAdminOrder',
    params: idParams,
    data: adminOrderSchema,
    errors: ['NOT_FOUND', 'CONFLICT', 'STOCK_INSUFFICIENT'],
  },
  completeOrder: {
    summary: 'Completes a shipped order; cash on delivery is paid with it',
    method: 'POST',
    path: '/api/admin/orders/{id}/complete',
    reads: 'getAdminOrder',
    params: idParams,
    data: adminOrderSchema,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  /** docs/contract/admin.md#staff-cancel */
  cancelOrder: {
    summary: 'Cancels an unpaid order that has not shipped, for staff',
    addition: true,
    method: 'POST',
    path: '/api/admin/orders/{id}/cancel',
    reads: 'getAdminOrder',
    params: idParams,
    body: cancelBodySchema,
    data: adminOrderSchema,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  /** docs/contract/admin.md#cancel-what-is-paid */
  cancelPaidOrder: {
    summary: 'Cancels a paid order that has not shipped, and opens its refund',
    addition: true,
    method: 'POST',
    path: '/api/admin/orders/{id}/cancel-paid',
    reads: 'getAdminOrder',
    params: idParams,
    body: cancelPaidBodySchema,
    data: adminOrderSchema,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
})
