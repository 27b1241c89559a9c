import { z } from 'zod'
import {
  adminOrderSchema,
  orderListItemSchema,
  orderPaymentMethodSchema,
  orderPaymentStatusSchema,
  orderStatusSchema,
} from '../orders.ts'
import { route } from '../route.ts'
import { pagingFields } from '../schemas.ts'
import {
  cancelBodySchema,
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
    placedTo: instantTo.describe('Latest creation: a timestamp or a date'),
    sort: sortedBy(['placedAt', 'total', 'updatedAt'], 'placedAt,desc'),
  })
  .superRefine(inOrder('placedFrom', 'placedTo'))
export type OrdersQuery = z.output<typeof ordersQuerySchema>

const idParams = idParamsOf('Order id')
const view = ['orders.view'] as const
const edit = ['orders.edit'] as const
const refusals = ['UNAUTHORIZED', 'ADMIN_NOT_WHITELISTED', 'ADMIN_INACTIVE', 'FORBIDDEN'] as const

/** Orders; the checkout service answers these. */
export const orderRoutes = {
  listAdminOrders: route({
    name: 'listAdminOrders',
    summary: 'Lists orders',
    method: 'GET',
    path: '/api/admin/orders',
    access: 'admin',
    owner: 'checkout',
    permissions: view,
    query: ordersQuerySchema,
    shape: 'page',
    data: orderListItemSchema,
    errors: ['VALIDATION_ERROR', ...refusals],
  }),
  getAdminOrder: route({
    name: 'getAdminOrder',
    summary: 'Reads an order with recipient, items and status history',
    method: 'GET',
    path: '/api/admin/orders/{id}',
    access: 'admin',
    owner: 'checkout',
    permissions: view,
    params: idParams,
    shape: 'object',
    data: adminOrderSchema,
    errors: [...refusals, 'NOT_FOUND'],
  }),
  shipOrder: route({
    name: 'shipOrder',
    summary: 'Ships an order that is paid or confirmed for cash on delivery',
    method: 'POST',
    path: '/api/admin/orders/{id}/ship',
    access: 'admin',
    owner: 'checkout',
    permissions: edit,
    reads: 'getAdminOrder',
    params: idParams,
    shape: 'object',
    data: adminOrderSchema,
    errors: [...refusals, 'NOT_FOUND', 'CONFLICT', 'STOCK_INSUFFICIENT'],
  }),
  completeOrder: route({
    name: 'completeOrder',
    summary: 'Completes a shipped order; cash on delivery is paid with it',
    method: 'POST',
    path: '/api/admin/orders/{id}/complete',
    access: 'admin',
    owner: 'checkout',
    permissions: edit,
    reads: 'getAdminOrder',
    params: idParams,
    shape: 'object',
    data: adminOrderSchema,
    errors: [...refusals, 'NOT_FOUND', 'CONFLICT'],
  }),
  /** docs/contract/admin.md#staff-cancel */
  cancelOrder: route({
    name: 'cancelOrder',
    summary: 'Cancels an unpaid order that has not shipped, for staff',
    addition: true,
    method: 'POST',
    path: '/api/admin/orders/{id}/cancel',
    access: 'admin',
    owner: 'checkout',
    permissions: edit,
    reads: 'getAdminOrder',
    params: idParams,
    body: cancelBodySchema,
    shape: 'object',
    data: adminOrderSchema,
    errors: ['VALIDATION_ERROR', ...refusals, 'NOT_FOUND', 'CONFLICT'],
  }),
}
