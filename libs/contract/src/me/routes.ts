import { changeRecipientSchema } from '../checkout/schemas.ts'
import { memberCouponSchema } from '../coupons.ts'
import { changed, declareRoutes, pageOf } from '../declare.ts'
import { orderListItemSchema, orderSchema } from '../orders.ts'
import { pagingQuerySchema } from '../schemas.ts'

/** The changes of own orders, which the checkout service carries out (gateway/src/routing.ts). */
export const ownOrderRoutes = declareRoutes('member', {
  changeOwnRecipient: {
    summary: "Corrects the recipient of one of the caller's orders until it has shipped",
    endpoint: 'PATCH /api/me/orders/{orderId}/recipient',
    body: changeRecipientSchema,
    ...changed(orderSchema),
  },
})

/** The endpoints under /api/me of the me service. */
export const memberReadRoutes = declareRoutes('member', {
  listOrders: {
    summary: "Lists the caller's orders, newest first",
    endpoint: 'GET /api/me/orders',
    ...pageOf(pagingQuerySchema, orderListItemSchema),
  },
  getOrder: {
    summary: "Reads one of the caller's orders with its items",
    endpoint: 'GET /api/me/orders/{orderId}',
    data: orderSchema,
  },
  watchOrder: {
    summary: "Streams one of the caller's orders: its current state, then each change",
    endpoint: 'GET /api/me/orders/{orderId}/events',
    shape: 'stream',
    event: 'order',
    data: orderSchema,
    errors: ['RATE_LIMITED'],
  },
  listCoupons: {
    summary: "Lists the caller's coupon claims, newest first, each with its coupon",
    endpoint: 'GET /api/me/coupons',
    ...pageOf(pagingQuerySchema, memberCouponSchema),
  },
})

/** Every endpoint under /api/me (docs/contract/member.md). */
export const memberRoutes = { ...memberReadRoutes, ...ownOrderRoutes }
