import { z } from 'zod'
import { memberCouponSchema } from '../coupons.ts'
import { orderListItemSchema, orderSchema } from '../orders.ts'
import { route } from '../route.ts'
import { pagingQuerySchema, pathIdSchema } from '../schemas.ts'

/** Every endpoint under /api/me (docs/contract/member.md). */
export const memberRoutes = {
  listOrders: route({
    name: 'listOrders',
    summary: "Lists the caller's orders, newest first",
    method: 'GET',
    path: '/api/me/orders',
    access: 'member',
    query: pagingQuerySchema,
    shape: 'page',
    data: orderListItemSchema,
    errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN'],
  }),
  getOrder: route({
    name: 'getOrder',
    summary: "Reads one of the caller's orders with its items",
    method: 'GET',
    path: '/api/me/orders/{orderId}',
    access: 'member',
    params: z.object({ orderId: pathIdSchema.describe('Order id') }),
    shape: 'object',
    data: orderSchema,
    errors: ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
  listCoupons: route({
    name: 'listCoupons',
    summary: "Lists the caller's coupon claims, newest first, each with its coupon",
    addition: true,
    method: 'GET',
    path: '/api/me/coupons',
    access: 'member',
    query: pagingQuerySchema,
    shape: 'page',
    data: memberCouponSchema,
    errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN'],
  }),
}
