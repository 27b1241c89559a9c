import type { StatusHistoryEntry } from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import type { EventData, EventType } from '@campstore/contract/messages/events'
import type { NewId } from '@campstore/core/new-id'
import type { Queryable } from '@campstore/database/database'
import { createEvent } from '@campstore/holds/messages'
import type { OutboxMessage } from '@campstore/messaging/outbox'
import type { NextState, Trigger } from '../domain/lifecycle.ts'
import { orderNames } from '../names.ts'
import { type StoreOrder, writeChange } from '../persistence/orders.ts'
import { presentFacts } from '../presenters.ts'

/** Who and what changes an order, and when. */
export type Cause = {
  trigger: Trigger
  actor: StatusHistoryEntry['actor']
  now: Date
  newId: NewId
  paidAt?: Date
  /** What the history says, where it is not what the trigger always means. */
  reason?: string
}

/**
 * Carries out a transition of an order that is locked: its state, reservations and their stock, claim, history and event,
 * all in the caller's transaction.
 *
 * @returns the order as it is now
 * @throws {ApiError} STOCK_INSUFFICIENT when what is to be shipped is not on hand
 */
export async function changeOrder(
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
  const done = await writeChange(tx, changed, {
    reservations: next.reservations,
    claim: next.claim,
    actor,
    reason: cause.reason ?? historyReasons[trigger],
    messages: [announcement(changed, cause)],
  })
  if (!done) throw new ApiError('STOCK_INSUFFICIENT', 'What was reserved is not on hand any more')
  return changed
}

/** When it was paid: as the payment says; cash on delivery with its completion (decisions.md, 12). */
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

function announcement(order: StoreOrder, { trigger, now, newId }: Cause): OutboxMessage {
  const facts = presentFacts(order)
  const paid = { ...facts, paidAt: (order.paidAt ?? now).toISOString() }
  const about = <T extends EventType>(type: T, data: EventData<T>) =>
    createEvent(orderNames.source, order.id, type, data, { now, newId })
  switch (trigger) {
    case 'member-cancel':
      return about('order.cancelled', { ...facts, reason: 'member' })
    case 'expire':
      return about('order.cancelled', { ...facts, reason: 'expired' })
    case 'pay':
      return about('order.paid', paid)
    case 'confirm-cod':
      return about('order.cod-confirmed', facts)
    case 'admin-ship':
      return about('order.shipped', facts)
    case 'admin-complete':
      return about('order.completed', paid)
    case 'admin-cancel':
      return about('order.cancelled', { ...facts, reason: 'staff' })
  }
}
