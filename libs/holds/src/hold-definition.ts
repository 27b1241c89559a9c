import type { UnappliedReason } from '@campstore/contract/messages/payments'
import type { Money } from '@campstore/core/money'
import type { Queryable } from '@campstore/database/database'

/** What can be on hold: the kinds of target that a payment names. */
export type HoldKind = 'booking' | 'order'

/** Where the records of holds are. */
export type HoldRecords = {
  kind: HoldKind
  /** Schema of `payment_notification`, `status_history`, `idempotency_key`, `inbox` and `outbox`. */
  schema: string
}

/** A payment that is applied: `paidAt` is when the customer paid, `now` when the service processes it. */
type AppliedPayment = { eventId: string; paidAt: Date; now: Date }

/**
 * A kind of hold: a record of type `T` that is on hold until a deadline, and is then paid or expires. Every change happens
 * under the record's lock. The service decides by its state machine; the rest is the same for every kind.
 */
export type HoldDefinition<T extends { id: string }> = HoldRecords & {
  /** The service, as events name it: `/campstore/booking`. */
  source: string
  /** Locks a record until the end of the transaction and returns it as it is under the lock. */
  lock(tx: Queryable, id: string): Promise<T | undefined>
  /**
   * Locks the longest overdue record that no other transaction has locked (`skip locked`). Fields that only reads need may be
   * missing.
   *
   * @param dueBy latest deadline to consider
   * @param except ids to leave out; usually none
   */
  lockNextOverdue(tx: Queryable, dueBy: Date, except: readonly string[]): Promise<T | undefined>
  /** The deadline of a locked record whose hold is over but has not expired; undefined when it is not due or is closed. */
  overdueSince(record: T, now: Date): Date | undefined
  /**
   * How many holds may expire in one transaction, which saves commits when many are overdue; default 1. More than one only
   * where expiry locks nothing that holds share.
   */
  endsPerTransaction?: number
  /** Expires the hold of a locked record, with all consequences; false when it is not due or already closed. */
  expire(tx: Queryable, record: T, now: Date): Promise<boolean>
  /** Whether a payment of this amount pays a locked record in full (docs/contract/messages.md#what-is-due). */
  isDue(tx: Queryable, record: T, amount: Money): Promise<boolean>
  /** Why no payment can be applied in this state; undefined when one can. */
  refusesPayment(record: T): UnappliedReason | undefined
  /** Marks a locked record as paid, with all consequences. Called only when {@link refusesPayment} returned undefined. */
  pay(tx: Queryable, record: T, payment: AppliedPayment): Promise<void>
  /** Adds a failed payment to the history of a locked record; nothing else changes. */
  recordPaymentFailure(tx: Queryable, record: T, now: Date): Promise<void>
}
