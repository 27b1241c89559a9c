import { ApiError } from '@campstore/contract/errors'
import type { OrderPaymentMethod } from '@campstore/contract/orders'
import { allOf, type Text, text } from '@campstore/contract/texts/text'
import { hasExpired, isOpen, missingFields, type OrderState } from './lifecycle.ts'

export const checkoutExpired = (): ApiError => new ApiError('CHECKOUT_EXPIRED', text('order.expired'))

/**
 * Requires that an order may still be changed or paid by its member (docs/contract/store-checkout.md#closed-checkouts). Throws
 * CHECKOUT_EXPIRED past the deadline or after the timeout; CONFLICT when it is cancelled, paid, or confirmed for cash on
 * delivery.
 */
export function requireOpen(order: OrderState, now: Date): void {
  if (hasExpired(order, now)) throw checkoutExpired()
  if (!isOpen(order, now)) throw new ApiError('CONFLICT', whyClosed(order))
}

function whyClosed({ status, paymentStatus, codConfirmedAt }: OrderState): Text {
  if (status === 'cancelled') return text('order.isCancelled')
  if (paymentStatus !== 'unpaid') return text('order.isPaid')
  return text(codConfirmedAt === null ? 'order.closed' : 'order.isConfirmed')
}

/** Why the recipient of an order can not be corrected: while it is unpaid, its checkout changes it. */
export const recipientRefusal = (order: OrderState): ApiError => {
  const isWaiting = order.status === 'unshipped' && order.paymentStatus === 'unpaid'
  return new ApiError('CONFLICT', text(isWaiting ? 'order.recipientInCheckout' : 'order.recipientHasLeft'))
}

/**
 * The payment method of an order with a complete recipient. Throws CONFLICT when something is missing; `details` name
 * each field that a change must give.
 */
export function requireComplete(order: OrderState): OrderPaymentMethod {
  const missing = missingFields(order)
  if (order.paymentMethod !== null && missing.length === 0) return order.paymentMethod
  const message = text('order.incomplete', { missing: allOf(missing.map(({ name }) => text(name))) })
  throw new ApiError('CONFLICT', message, {
    details: missing.map(({ path }) => ({ path, reason: text('is.missing') })),
  })
}
