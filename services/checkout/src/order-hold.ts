import { sameAmount } from '@campstore/core/money'
import type { NewId } from '@campstore/core/new-id'
import { appendStatusHistory } from '@campstore/holds/history'
import type { HoldDefinition } from '@campstore/holds/hold-definition'
import { transition } from './domain/lifecycle.ts'
import { orderNames } from './names.ts'
import { wholeAmount } from './payment-providers/ecpay.ts'
import { lockNextOverdueOrder, lockOrder, type StoreOrder } from './persistence/orders.ts'
import { wasRequested } from './persistence/payment-attempts.ts'
import { applyTransition } from './use-cases/apply-transition.ts'

/** How an order's hold expires and is paid (docs/contract/states.md#order, docs/contract/messages.md#how-a-payment-is-applied). */
export const orderHold = ({ newId }: { newId: NewId }): HoldDefinition<StoreOrder> => ({
  ...orderNames,
  lock: lockOrder,
  lockNextOverdue: lockNextOverdueOrder,
  overdueSince: (order, now) => (transition(order, 'expire', now) ? order.checkoutExpiresAt : undefined),
  async expire(tx, order, now) {
    const next = transition(order, 'expire', now)
    if (!next) return false
    await applyTransition(tx, order, next, { trigger: 'expire', actor: { type: 'system', id: null }, now, newId })
    return true
  },
  /** The total; or its whole amount, if a payment form requested that (docs/contract/messages.md#what-is-due). */
  async isDue(tx, { id, total }, amount) {
    if (sameAmount(amount, total)) return true
    return sameAmount(amount, wholeAmount(total)) && wasRequested(tx, id, amount)
  },
  refusesPayment(order) {
    if (order.status === 'cancelled') return 'cancelled'
    if (order.paymentStatus !== 'unpaid') return 'already_paid'
    return order.codConfirmedAt === null ? undefined : 'cod_confirmed'
  },
  async pay(tx, order, { eventId, paidAt, now }) {
    const next = transition(order, 'pay', now)
    if (!next) throw new Error(`An order that is ${order.status} and ${order.paymentStatus} cannot be paid`)
    const actor = { type: 'payment', id: eventId } as const
    await applyTransition(tx, order, next, { trigger: 'pay', actor, now, newId, paidAt })
  },
  recordPaymentFailure: (tx, { id, status }, now) =>
    appendStatusHistory(tx, orderNames, {
      id,
      from: status,
      to: status,
      at: now,
      reason: 'payment failed',
      actor: { type: 'payment', id: null },
    }),
})
