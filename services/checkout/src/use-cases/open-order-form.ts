import type { Member } from '@campstore/auth/members'
import type { PaymentForm } from '@campstore/contract/checkout/schemas'
import { errorAt } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { openPaymentForm } from '@campstore/holds/open-payment-form'
import { readOwn } from '@campstore/holds/own-hold'
import type { OnlinePaymentMethod } from '@campstore/payments/provider'
import type { Dependencies } from '../dependencies.ts'
import { requireComplete, requireOpen } from '../domain/order-refusals.ts'
import { orderHold } from '../order-hold.ts'
import type { StoreOrder } from '../persistence/orders.ts'

/**
 * Opens a new payment form of the caller's order. Throws as {@link openPaymentForm}, and CONFLICT when the order is not ready to be
 * paid online (docs/contract/store-checkout.md#payment-form).
 */
export async function openOrderForm(deps: Dependencies, orderId: string, member: Member): Promise<PaymentForm> {
  const form = await openPaymentForm(deps, orderHold, orderId, member, (order, now) => {
    const items = order.items.map(({ productName: name, quantity }) => ({ name, quantity }))
    return { method: requirePayableOnline(order, now), items }
  })
  return { orderId, ...form }
}

/** Admits the owner of an order that could get a form now, so that no earlier form is returned for one that could not. Throws as {@link openOrderForm}. */
export async function admitForm(deps: Dependencies, orderId: string, member: Member): Promise<void> {
  requirePayableOnline(await readOwn(deps, orderHold, orderId, member), deps.clock())
}

function requirePayableOnline(order: StoreOrder, now: Date): OnlinePaymentMethod {
  requireOpen(order, now)
  const method = requireComplete(order)
  if (method === 'cod') throw errorAt('CONFLICT', 'paymentMethod', text('order.isCod'), text('order.paidOnDelivery'))
  return method
}
