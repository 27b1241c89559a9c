import { declareRoutes } from '../declare.ts'
import { storeQuoteRequestSchema, storeQuoteSchema } from './quotes.ts'
import {
  changeStoreCheckoutSchema,
  paymentFormSchema,
  startStoreCheckoutSchema,
  storeCheckoutSessionSchema,
} from './schemas.ts'

/** Every endpoint under /api/checkout (docs/contract/store-checkout.md#endpoints). */
export const storeCheckoutRoutes = declareRoutes('member', {
  startStoreCheckout: {
    summary: 'Opens an unpaid order and holds its stock',
    endpoint: 'POST /api/checkout/sessions',
    activeCustomerOnly: true,
    body: startStoreCheckoutSchema,
    data: storeCheckoutSessionSchema,
    errors: ['NOT_FOUND', 'CONFLICT', 'VARIANT_NOT_SELLABLE', 'STOCK_INSUFFICIENT', 'COUPON_NOT_APPLICABLE'],
  },
  quoteOrder: {
    summary: 'Calculates the price of an order and the effect of a coupon; holds nothing',
    endpoint: 'POST /api/checkout/quotes',
    body: storeQuoteRequestSchema,
    acceptsBodyOf: startStoreCheckoutSchema,
    changesNothing: true,
    data: storeQuoteSchema,
    errors: ['NOT_FOUND', 'VARIANT_NOT_SELLABLE', 'STOCK_INSUFFICIENT'],
  },
  getStoreCheckout: {
    summary: "Reads the caller's order as a checkout session",
    endpoint: 'GET /api/checkout/sessions/{orderId}',
    data: storeCheckoutSessionSchema,
  },
  changeStoreCheckout: {
    summary: 'Changes recipient, payment method or coupon of an unpaid order',
    endpoint: 'PATCH /api/checkout/sessions/{orderId}',
    activeCustomerOnly: true,
    body: changeStoreCheckoutSchema,
    data: storeCheckoutSessionSchema,
    errors: ['CONFLICT', 'CHECKOUT_EXPIRED', 'COUPON_NOT_APPLICABLE'],
  },
  confirmCashOnDelivery: {
    summary: 'Confirms cash on delivery: the order no longer expires',
    endpoint: 'POST /api/checkout/sessions/{orderId}/confirm-cod',
    activeCustomerOnly: true,
    data: storeCheckoutSessionSchema,
    errors: ['CONFLICT', 'CHECKOUT_EXPIRED'],
  },
  openStorePaymentForm: {
    summary: "Creates a form for the payment provider's page",
    endpoint: 'POST /api/checkout/sessions/{orderId}/gateway',
    activeCustomerOnly: true,
    data: paymentFormSchema,
    errors: ['CONFLICT', 'CHECKOUT_EXPIRED'],
  },
  cancelStoreCheckout: {
    summary: 'Cancels an unpaid order and releases its hold',
    endpoint: 'POST /api/checkout/sessions/{orderId}/cancel',
    data: storeCheckoutSessionSchema,
    errors: ['CONFLICT', 'CHECKOUT_EXPIRED'],
  },
})
