import { z } from 'zod'
import { adminOrderSchema } from '../orders.ts'
import { route } from '../route.ts'
import { pathIdSchema } from '../schemas.ts'
import {
  changeStoreCheckoutSchema,
  paymentFormSchema,
  startStoreCheckoutSchema,
  storeCheckoutSessionSchema,
} from './schemas.ts'

const orderIdParams = z.object({ orderId: pathIdSchema })
const idParams = z.object({ id: pathIdSchema })

/** Every endpoint under /api/checkout (interface.md, Store checkout). */
export const storeCheckoutRoutes = {
  startStoreCheckout: route({
    name: 'startStoreCheckout',
    summary: 'Opens an unpaid order and reserves its stock for the time of a hold',
    method: 'POST',
    path: '/api/checkout/sessions',
    access: 'member',
    activeCustomerOnly: true,
    body: startStoreCheckoutSchema,
    shape: 'object',
    data: storeCheckoutSessionSchema,
    errors: [
      'VALIDATION_ERROR',
      'UNAUTHORIZED',
      'FORBIDDEN',
      'NOT_FOUND',
      'CONFLICT',
      'VARIANT_NOT_SELLABLE',
      'STOCK_INSUFFICIENT',
      'COUPON_NOT_APPLICABLE',
    ],
  }),
  getStoreCheckout: route({
    name: 'getStoreCheckout',
    summary: "The caller's checkout",
    method: 'GET',
    path: '/api/checkout/sessions/{orderId}',
    access: 'member',
    params: orderIdParams,
    shape: 'object',
    data: storeCheckoutSessionSchema,
    errors: ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
  changeStoreCheckout: route({
    name: 'changeStoreCheckout',
    summary: 'Changes recipient, payment method or coupon of an unpaid order',
    method: 'PATCH',
    path: '/api/checkout/sessions/{orderId}',
    access: 'member',
    activeCustomerOnly: true,
    params: orderIdParams,
    body: changeStoreCheckoutSchema,
    shape: 'object',
    data: storeCheckoutSessionSchema,
    errors: [
      'VALIDATION_ERROR',
      'UNAUTHORIZED',
      'FORBIDDEN',
      'NOT_FOUND',
      'CONFLICT',
      'CHECKOUT_EXPIRED',
      'COUPON_NOT_APPLICABLE',
    ],
  }),
  confirmCashOnDelivery: route({
    name: 'confirmCashOnDelivery',
    summary: 'Confirms cash on delivery: the order no longer expires',
    method: 'POST',
    path: '/api/checkout/sessions/{orderId}/confirm-cod',
    access: 'member',
    activeCustomerOnly: true,
    params: orderIdParams,
    shape: 'object',
    data: storeCheckoutSessionSchema,
    errors: ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'CHECKOUT_EXPIRED'],
  }),
  openStorePaymentForm: route({
    name: 'openStorePaymentForm',
    summary: "A fresh form for the payment provider's page",
    method: 'POST',
    path: '/api/checkout/sessions/{orderId}/gateway',
    access: 'member',
    activeCustomerOnly: true,
    params: orderIdParams,
    shape: 'object',
    data: paymentFormSchema,
    errors: ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'CHECKOUT_EXPIRED'],
  }),
  cancelStoreCheckout: route({
    name: 'cancelStoreCheckout',
    summary: 'Cancels an unpaid order and releases what it holds',
    method: 'POST',
    path: '/api/checkout/sessions/{orderId}/cancel',
    access: 'member',
    params: orderIdParams,
    shape: 'object',
    data: storeCheckoutSessionSchema,
    errors: ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'CHECKOUT_EXPIRED'],
  }),
}

/** What the administration calls at the checkout service; no client reaches these. */
export const storeCheckoutInternalRoutes = {
  shipOrder: route({
    name: 'shipOrder',
    summary: 'Ships an order that is paid or confirmed for cash on delivery',
    method: 'POST',
    path: '/internal/checkout/orders/{id}/ship',
    access: 'internal',
    permission: 'orders.edit',
    params: idParams,
    shape: 'object',
    data: adminOrderSchema,
    errors: ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'STOCK_INSUFFICIENT'],
  }),
  completeOrder: route({
    name: 'completeOrder',
    summary: 'Completes a shipped order; cash on delivery is paid with it',
    method: 'POST',
    path: '/internal/checkout/orders/{id}/complete',
    access: 'internal',
    permission: 'orders.edit',
    params: idParams,
    shape: 'object',
    data: adminOrderSchema,
    errors: ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),
}
