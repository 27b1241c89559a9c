import type { StatusHistoryEntry } from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import type { EventData, EventType } from '@campstore/contract/messages/events'
import type { NewId } from '@campstore/core/new-id'
import type { Queryable } from '@campstore/database/database'
import { createEvent } from '@campstore/holds/messages'
import type { OutboxMessage } from '@campstore/messaging/outbox'
import type { NextState, Trigger } from '../domain/lifecycle.ts'
import { orderNames } from '../names.ts'
import { orderRefusalOf } from '../persistence/order-refusals.ts'
import { type OrderEffects, type StoreOrder, writeTransition } from '../persistence/orders.ts'
import { toOrderEvent } from '../presenters.ts'

/** Who triggers a transition, and when. */
export type Cause = {
  trigger: Trigger
  actor: StatusHistoryEntry['actor']
  now: Date
  newId: NewId
  paidAt?: Date
  /** The reason in the status history, instead of the trigger's usual one. */
  reason?: string
}

/**
 * Carries out a transition of a locked order in the caller's transaction: its state, reservations and their stock, claim,
 * history and event.
 *
 * @returns the changed order
 * @throws {ApiError} STOCK_INSUFFICIENT when what is to be shipped is not on hand
 */
export async function applyTransition(
  tx: Queryable,
  order: StoreOrder,
  next: NextState,
  cause: Cause,
): Promise<StoreOrder> {
  const { now, actor, trigger } = cause
  const changed: StoreOrder = {
    ...order,
    status: next.status,
    paymentStatus: next.paymentStatus,
    cancelledBecause: next.cancelledBecause,
    codConfirmedAt: trigger === 'confirm-cod' ? now : order.codConfirmedAt,
    paidAt: paidAt(order, next, cause),
    updatedAt: now,
  }
  await write(tx, changed, {
    reservations: next.reservations,
    claim: next.claim,
    actor,
    reason: cause.reason ?? historyReasons[trigger],
    messages: [transitionEvent(changed, cause)],
  })
  return changed
}

async function write(tx: Queryable, changed: StoreOrder, effects: OrderEffects): Promise<void> {
  try {
    await writeTransition(tx, changed, effects)
  } catch (error) {
    if (orderRefusalOf(error) !== 'stock_not_on_hand') throw error
    throw new ApiError('STOCK_INSUFFICIENT', 'What was reserved is no longer on hand.')
  }
}

/** The payment's own time; cash on delivery is paid on completion (docs/contract/states.md#order). */
function paidAt(order: StoreOrder, next: NextState, cause: Cause): Date | null {
  if (cause.paidAt) return cause.paidAt
  return order.paymentStatus === 'unpaid' && next.paymentStatus === 'paid' ? cause.now : order.paidAt
}

const historyReasons: Record<Trigger, string | null> = {
  'member-cancel': 'cancelled by the member',
  expire: 'the hold ended',
  pay: 'paid',
  'confirm-cod': 'cash on delivery confirmed',
  'admin-ship': null,
  'admin-complete': null,
  'admin-cancel': null,
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
