import type { CancelReason, EventType } from '@campstore/contract/messages/events'
import type { NewId } from '@campstore/core/new-id'
import type { Transaction } from '@campstore/database/database'
import { limitChanges } from '@campstore/service/notes'
import type { HoldDefinition, HoldRecord } from './hold-definition.ts'
import type { Actor, Moment } from './lifecycle.ts'
import { createEvent } from './messages.ts'

/** The cause of a transition of a booking or an order: trigger, actor and time. */
export type Cause<Trigger extends string, T = unknown> = Moment & {
  trigger: Trigger
  actor: Actor
  newId: NewId
  /** When the customer paid. */
  paidAt?: Date
  /** The text of the status history instead of the trigger's usual reason. */
  reason?: string | undefined
  /** Fields of the record that the actor gives with the transition; they decide nothing. */
  given?: Partial<T> | undefined
  /** Fields of the event that the record does not have. */
  eventFields?: object | undefined
}

const usualReasons: Readonly<Record<string, string>> = {
  'member-cancel': 'cancelled by the member',
  expire: 'the hold ended',
  pay: 'paid',
  'confirm-cod': 'cash on delivery confirmed',
  'payment-refunded': 'all that was paid was given back',
}

const cancelReasons: Readonly<Record<string, CancelReason>> = {
  'member-cancel': 'member',
  'member-cancel-paid': 'member',
  expire: 'expired',
  'admin-cancel': 'staff',
  'admin-cancel-paid': 'staff',
}

/**
 * Carries out a transition of a locked record in the caller's transaction: its state, reservations, history and event. The event has
 * the data of every event of this kind, and the time and notification of a payment, or who cancelled it, where its type says so.
 * Throws CONFLICT for too many changes of this kind; the errors of {@link HoldDefinition.write}, where the effects are
 * impossible. Returns the changed record; undefined where the state machine refuses the transition.
 */
export async function applyTransition<T extends HoldRecord, Trigger extends string, Effects>(
  tx: Transaction,
  hold: HoldDefinition<T, Trigger, Effects>,
  record: T,
  cause: Cause<Trigger, T>,
): Promise<T | undefined> {
  const { trigger, actor, now, newId } = cause
  const next = hold.transition(record, trigger, cause)
  if (!next) return undefined
  const earlier = hold.limited[trigger]
  if (earlier) await limitChanges(tx, earlier, record.id)
  const changed = { ...record, ...cause.given, ...next.changes, updatedAt: now }
  // The payment's own time; cash on delivery is paid on completion (docs/contract/states.md#order).
  if (record.paymentStatus === 'unpaid' && changed.paymentStatus === 'paid') changed.paidAt = cause.paidAt ?? now
  const type: EventType = hold.events[trigger]
  const fields = {
    ...hold.toEvent(changed),
    paidAt: changed.paidAt ?? now,
    paymentEventId: actor.id,
    reason: cancelReasons[trigger],
    ...cause.eventFields,
  }
  await hold.write(tx, changed, {
    from: record.status,
    effects: next.effects,
    actor,
    reason: cause.reason ?? usualReasons[trigger] ?? null,
    messages: [createEvent(hold.source, changed.id, type, fields, { now, newId })],
  })
  return changed
}
