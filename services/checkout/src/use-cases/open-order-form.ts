import { errorAt } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import type { PaymentRequest } from '@campstore/payments/provider'
import { requireComplete, requireOpen } from '../domain/order-refusals.ts'
import type { StoreOrder } from '../persistence/orders.ts'

/** What the payment form of an order requests. Throws CONFLICT when the order is not ready to be paid online, and if it is not open. */
export function requestOfOrder(order: StoreOrder, now: Date): Pick<PaymentRequest, 'method' | 'items'> {
  requireOpen(order, now)
  const method = requireComplete(order)
  if (method === 'cod') throw errorAt('CONFLICT', 'paymentMethod', text('order.isCod'), text('order.paidOnDelivery'))
  return { method, items: order.items.map(({ productName: name, quantity }) => ({ name, quantity })) }
}
