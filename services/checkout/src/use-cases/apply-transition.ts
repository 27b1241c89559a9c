import type { EventData, EventType } from '@campstore/contract/messages/events'
import type { Queryable } from '@campstore/database/database'
import { refusalDetailOf } from '@campstore/database/errors'
import { createEvent } from '@campstore/holds/messages'
import { historyReason, type TransitionCause } from '@campstore/holds/transition'
import type { OutboxMessage } from '@campstore/messaging/outbox'
import { type NextState, type Trigger, transition } from '../domain/lifecycle.ts'
import { orderNames } from '../names.ts'
import { type OrderEffects, type StoreOrder, writeTransition } from '../persistence/orders.ts'
import { orderRefusalOf } from '../persistence/refusals.ts'
import { toOrderEvent } from '../presenters.ts'
import { stockNotOnHand } from './stock-refusals.ts'

/** What causes a transition of an order. */
export type Cause = TransitionCause<Trigger>

/**
 * Carries out a transition of a locked order in the caller's transaction: its state, reservations and their stock, claim,
 * history and event.
 *
 * @returns the changed order; undefined where the state machine refuses the transition
 * @throws {ApiError} STOCK_INSUFFICIENT when what is to be shipped is not on hand
 */
export async function applyTransition(tx: Queryable, order: StoreOrder, cause: Cause): Promise<StoreOrder | undefined> {
  const { now, actor, trigger } = cause
  const next = transition(order, trigger, now)
  if (!next) return undefined
  const { reservations, claim, ...state } = next
  const changed: StoreOrder = {
    ...order,
    ...state,
    codConfirmedAt: trigger === 'confirm-cod' ? now : order.codConfirmedAt,
    paidAt: paidAt(order, next, cause),
    updatedAt: now,
  }
  const messages = [transitionEvent(changed, cause)]
  await write(tx, changed, { reservations, claim, actor, reason: historyReason(cause), messages })
  return changed
}

async function write(tx: Queryable, changed: StoreOrder, effects: OrderEffects): Promise<void> {
  try {
    await writeTransition(tx, changed, effects)
  } catch (error) {
    throw orderRefusalOf(error) === 'stock_not_on_hand' ? stockNotOnHand(changed, refusalDetailOf(error)) : error
  }
}

/** The payment's own time; cash on delivery is paid on completion (docs/contract/states.md#order). */
function paidAt(order: StoreOrder, next: NextState, cause: Cause): Date | null {
  if (cause.paidAt) return cause.paidAt
  return order.paymentStatus === 'unpaid' && next.paymentStatus === 'paid' ? cause.now : order.paidAt
}

function transitionEvent(order: StoreOrder, { trigger, now, newId }: Cause): OutboxMessage {
  const data = toOrderEvent(order)
  const paid = { ...data, paidAt: (order.paidAt ?? now).toISOString() }
  const event = <T extends EventType>(type: T, eventData: EventData<T>) =>
    createEvent(orderNames.source, order.id, type, eventData, { now, newId })
  switch (trigger) {
    case 'member-cancel':
      return event('order.cancelled', { ...data, reason: 'member' })
    case 'expire':
      return event('order.cancelled', { ...data, reason: 'expired' })
    case 'pay':
      return event('order.paid', paid)
    case 'confirm-cod':
      return event('order.cod-confirmed', data)
    case 'admin-ship':
      return event('order.shipped', data)
    case 'admin-complete':
      return event('order.completed', paid)
    case 'admin-cancel':
      return event('order.cancelled', { ...data, reason: 'staff' })
  }
}
