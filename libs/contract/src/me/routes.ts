import { z } from 'zod'
import { memberCouponSchema } from '../coupons.ts'
import { orderListItemSchema, orderSchema } from '../orders.ts'
import { declareRoutes } from '../route.ts'
import { pagingQuerySchema, pathIdSchema } from '../schemas.ts'

const orderIdParams = z.object({ orderId: pathIdSchema.describe('Order id') })

/** Every endpoint under /api/me (docs/contract/member.md). */
export const memberRoutes = declareRoutes({
  listOrders: {
    summary: "Lists the caller's orders, newest first",
    endpoint: 'GET /api/me/orders',
    access: 'member',
    query: pagingQuerySchema,
    shape: 'page',
    data: orderListItemSchema,
  },
  getOrder: {
    summary: "Reads one of the caller's orders with its items",
    endpoint: 'GET /api/me/orders/{orderId}',
    access: 'member',
    params: orderIdParams,
    data: orderSchema,
  },
  watchOrder: {
    summary: "Streams one of the caller's orders: its current state, then each change",
    endpoint: 'GET /api/me/orders/{orderId}/events',
    access: 'member',
    params: orderIdParams,
    shape: 'stream',
    event: 'order',
    data: orderSchema,
    errors: ['RATE_LIMITED'],
  },
  listCoupons: {
    summary: "Lists the caller's coupon claims, newest first, each with its coupon",
    endpoint: 'GET /api/me/coupons',
    access: 'member',
    query: pagingQuerySchema,
    shape: 'page',
    data: memberCouponSchema,
  },
})
