import { ApiError } from '@campstore/contract/errors'
import type { OrderPaymentMethod } from '@campstore/contract/orders'
import { allOf, text } from '@campstore/contract/texts/text'
import { missingFields, type OrderState } from '../domain/lifecycle.ts'

const named = {
  'shipping.recipientName': 'order.recipientName',
  'shipping.phone': 'order.phone',
  'shipping.address': 'order.address',
  paymentMethod: 'order.paymentMethod',
} as const

/**
 * The payment method of an order with a complete recipient.
 *
 * @throws {ApiError} CONFLICT when something is missing; `details` name each field that a change must give
 */
export function requireComplete(order: OrderState): OrderPaymentMethod {
  const missing = missingFields(order)
  if (order.paymentMethod !== null && missing.length === 0) return order.paymentMethod
  throw new ApiError(
    'CONFLICT',
    text('order.incomplete', { missing: allOf(missing.map(field => text(named[field]))) }),
    {
      details: missing.map(path => ({ path, reason: text('is.missing') })),
    },
  )
}
