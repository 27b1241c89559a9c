import { ApiError } from '@campstore/contract/errors'
import { type Text, text } from '@campstore/contract/texts/text'
import { hasExpired, isOpen } from '../domain/lifecycle.ts'
import { checkoutExpired } from '../domain/order-refusals.ts'
import type { StoreOrder } from '../persistence/orders.ts'

/**
 * Requires that an order may still be changed or paid by its member (docs/contract/store-checkout.md#closed-checkouts).
 *
 * @throws {ApiError} CHECKOUT_EXPIRED past the deadline or after the timeout; CONFLICT when it is cancelled, paid, or confirmed
 *   for cash on delivery
 */
export function requireOpen(order: StoreOrder, now: Date): void {
  if (hasExpired(order, now)) throw checkoutExpired()
  if (!isOpen(order, now)) throw new ApiError('CONFLICT', whyClosed(order))
}

function whyClosed({ status, paymentStatus, codConfirmedAt }: StoreOrder): Text {
  if (status === 'cancelled') return text('order.isCancelled')
  if (paymentStatus === 'paid') return text('order.isPaid')
  return text(codConfirmedAt === null ? 'order.closed' : 'order.isConfirmed')
}
