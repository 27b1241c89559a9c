import type { ApiError } from '@campstore/contract/errors'
import type { BookingEventData, EventType, OrderEventData } from '@campstore/contract/messages/events'
import type { Presentable } from '@campstore/contract/present'
import type { Text } from '@campstore/contract/texts/text'
import type { Money } from '@campstore/core/money'
import type { Transaction } from '@campstore/database/database'
import type { OutboxMessage } from '@campstore/messaging/outbox'
import type { Actor, HoldState, Moment, NextState } from './lifecycle.ts'
import type { HoldReads } from './records.ts'

/** The kinds of holds, which are the kinds of target that a payment names. */
export type HoldKind = 'booking' | 'order'

export type HoldRecords = {
  kind: HoldKind
  /** Schema of `payment_notification`, `status_history`, `idempotency_key`, `inbox` and `outbox`. */
  schema: string
}

/** A record that can be on hold until `checkoutExpiresAt`. */
export type HoldRecord = HoldState & {
  id: string
  customerId: string
  checkoutExpiresAt: Date
  paidAt: Date | null
  updatedAt: Date
}

/** How a service refuses an operation of a member or of staff. */
export type HoldRefusals<T> = {
  notFound(): ApiError
  /** Another member's record (docs/contract/authentication.md#ownership). */
  foreign(): ApiError
  /** The hold has ended, even if the record is not cancelled yet. */
  expired(): ApiError
  /** The message of CONFLICT for a cancel by its member in a state that does not allow it. */
  notCancellable(record: T): Text
}

/** The writes of a transition besides the record itself. */
export type TransitionWrite<Effects> = {
  /** The status that the record leaves. */
  from: string
  effects: Effects
  actor: Actor
  /** For the status history. */
  reason: string | null
  messages: readonly OutboxMessage[]
}

/**
 * A kind of hold: a record of type `T` that is on hold until a deadline, and is then paid or expires. Every change happens
 * under the record's lock. The service has the states, the rows and the texts; the rest is the same for every kind.
 */
export type HoldDefinition<T extends HoldRecord, Trigger extends string = string, Effects = unknown> = HoldRecords &
  HoldReads<T> & {
    /** The service, as events name it: `/campstore/booking`. */
    source: string
    /** The state machine, `domain/lifecycle.ts` of the service: the next state for a trigger; undefined if it is refused. */
    transition(record: T, trigger: Trigger, moment: Moment): NextState<T, Effects> | undefined
    events: Readonly<Record<Trigger, EventType>>
    /** Triggers that a record takes a limited number of times ({@link limitChanges}), with the SQL of the earlier ones. */
    limited: Readonly<Partial<Record<Trigger, string>>>
    /** The trigger when the payment service has given back all that was paid, if the state then changes. */
    refundedBy?: Trigger
    /** The record with the fields of its events. */
    toEvent(record: T): Presentable<BookingEventData | OrderEventData>
    /** Writes a transition of a locked record with its effects, history and messages in one statement. */
    write(tx: Transaction, changed: T, transition: TransitionWrite<Effects>): Promise<void>
    refusals: HoldRefusals<T>
    /** The unpaid holds of each member, as SQL: customer_id, units (site-nights of bookings, pieces of orders). */
    heldByMember: string
    /**
     * How many holds may expire in one transaction, which saves commits when many are overdue; default 1. More than one only if
     * expiry locks no rows that holds share, or with {@link lockShared}.
     */
    endsPerTransaction?: number
    /** Locks the rows that the expiry of some locked holds changes and that holds share, in the order of every other transaction. */
    lockShared?(tx: Transaction, ids: readonly string[]): Promise<unknown>
    /** When it was taken: no payment can be earlier. */
    takenAt(record: T): Date
    costOf(record: T): Money
    /** Whether a courier collected its price in cash, so that no payment is recorded; by default no record is paid so. */
    paidInCash?(record: T): boolean
  }
