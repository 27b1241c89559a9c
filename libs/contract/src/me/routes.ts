import { z } from 'zod'
import { memberCouponSchema } from '../coupons.ts'
import { orderListItemSchema, orderSchema } from '../orders.ts'
import { route } from '../route.ts'
import { pagingQuerySchema, pathIdSchema } from '../schemas.ts'

/** Every endpoint under /api/me (interface.md, Member orders; decisions.md, 8). */
export const memberRoutes = {
  listOrders: route({
    name: 'listOrders',
    summary: "The caller's orders, newest first",
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
    summary: "One of the caller's orders with its items",
    method: 'GET',
    path: '/api/me/orders/{orderId}',
    access: 'member',
    params: z.object({ orderId: pathIdSchema }),
    shape: 'object',
    data: orderSchema,
    errors: ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
  listCoupons: route({
    name: 'listCoupons',
    summary: "The caller's coupon claims, newest first, each with its coupon",
    method: 'GET',
    path: '/api/me/coupons',
    access: 'member',
    query: pagingQuerySchema,
    shape: 'page',
    data: memberCouponSchema,
    errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN'],
  }),
}
