import { ApiError } from '@campstore/contract/errors'
import type { OrderPaymentMethod } from '@campstore/contract/orders'
import { missingFields, type OrderState } from '../domain/lifecycle.ts'

const named = {
  'shipping.recipientName': "a recipient's name",
  'shipping.phone': 'a phone number',
  'shipping.address': 'an address',
  paymentMethod: 'a payment method',
} as const
const list = new Intl.ListFormat('en-GB')

/**
 * The payment method of an order with a complete recipient.
 *
 * @throws {ApiError} CONFLICT when something is missing; `details` name each field that a change must give
 */
export function requireComplete(order: OrderState): OrderPaymentMethod {
  const missing = missingFields(order)
  if (order.paymentMethod !== null && missing.length === 0) return order.paymentMethod
  throw new ApiError('CONFLICT', `Add ${list.format(missing.map(field => named[field]))} first.`, {
    details: missing.map(path => ({ path, message: 'is missing' })),
  })
}
