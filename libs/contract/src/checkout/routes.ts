import { z } from 'zod'
import { declareRoutes } from '../route.ts'
import { pathIdSchema } from '../schemas.ts'
import { storeQuoteRequestSchema, storeQuoteSchema } from './quotes.ts'
import {
  changeStoreCheckoutSchema,
  paymentFormSchema,
  startStoreCheckoutSchema,
  storeCheckoutSessionSchema,
} from './schemas.ts'

const orderIdParams = z.object({ orderId: pathIdSchema.describe('Order id') })

/** Every endpoint under /api/checkout (docs/contract/store-checkout.md#endpoints). */
export const storeCheckoutRoutes = declareRoutes({
  startStoreCheckout: {
    summary: 'Opens an unpaid order and holds its stock',
    endpoint: 'POST /api/checkout/sessions',
    access: 'member',
    activeCustomerOnly: true,
    body: startStoreCheckoutSchema,
    data: storeCheckoutSessionSchema,
    errors: ['NOT_FOUND', 'CONFLICT', 'VARIANT_NOT_SELLABLE', 'STOCK_INSUFFICIENT', 'COUPON_NOT_APPLICABLE'],
  },
  quoteOrder: {
    summary: 'Calculates the price of an order and the effect of a coupon; holds nothing',
    endpoint: 'POST /api/checkout/quotes',
    access: 'member',
    body: storeQuoteRequestSchema,
    acceptsBodyOf: startStoreCheckoutSchema,
    data: storeQuoteSchema,
    errors: ['NOT_FOUND', 'VARIANT_NOT_SELLABLE', 'STOCK_INSUFFICIENT'],
  },
  getStoreCheckout: {
    summary: "Reads the caller's order as a checkout session",
    endpoint: 'GET /api/checkout/sessions/{orderId}',
    access: 'member',
    params: orderIdParams,
    data: storeCheckoutSessionSchema,
  },
  changeStoreCheckout: {
    summary: 'Changes recipient, payment method or coupon of an unpaid order',
    endpoint: 'PATCH /api/checkout/sessions/{orderId}',
    access: 'member',
    activeCustomerOnly: true,
    params: orderIdParams,
    body: changeStoreCheckoutSchema,
    data: storeCheckoutSessionSchema,
    errors: ['CONFLICT', 'CHECKOUT_EXPIRED', 'COUPON_NOT_APPLICABLE'],
  },
  confirmCashOnDelivery: {
    summary: 'Confirms cash on delivery: the order no longer expires',
    endpoint: 'POST /api/checkout/sessions/{orderId}/confirm-cod',
    access: 'member',
    activeCustomerOnly: true,
    params: orderIdParams,
    data: storeCheckoutSessionSchema,
    errors: ['CONFLICT', 'CHECKOUT_EXPIRED'],
  },
  openStorePaymentForm: {
    summary: "Creates a form for the payment provider's page",
    endpoint: 'POST /api/checkout/sessions/{orderId}/gateway',
    access: 'member',
    activeCustomerOnly: true,
    params: orderIdParams,
    data: paymentFormSchema,
    errors: ['CONFLICT', 'CHECKOUT_EXPIRED'],
  },
  cancelStoreCheckout: {
    summary: 'Cancels an unpaid order and releases its hold',
    endpoint: 'POST /api/checkout/sessions/{orderId}/cancel',
    access: 'member',
    params: orderIdParams,
    data: storeCheckoutSessionSchema,
    errors: ['CONFLICT', 'CHECKOUT_EXPIRED'],
  },
})
