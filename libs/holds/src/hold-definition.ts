import type { UnappliedReason } from '@campstore/contract/messages/payments'
import type { Money } from '@campstore/core/money'
import type { Queryable } from '@campstore/database/database'
import type { TransitionCause } from './transition.ts'

/** What can be on hold: the kinds of target that a payment names. */
export type HoldKind = 'booking' | 'order'

/**
 * A record as it is under its lock, and `clock_timestamp()` as the statement that locked it has read it: not after the lock was
 * taken, unless another transaction has changed the record before, so that it errs on the customer's side.
 */
export type Locked<T> = { record: T; now: string }

/** Where the records of holds are. */
export type HoldRecords = {
  kind: HoldKind
  /** Schema of `payment_notification`, `status_history`, `idempotency_key`, `inbox` and `outbox`. */
  schema: string
}

/** A record that can be on hold until `checkoutExpiresAt`. */
export type HoldRecord = { id: string; status: string; checkoutExpiresAt: Date }

/**
 * A kind of hold: a record of type `T` that is on hold until a deadline, and is then paid or expires. Every change happens
 * under the record's lock. The service decides by its state machine; the rest is the same for every kind.
 */
export type HoldDefinition<T extends HoldRecord> = HoldRecords & {
  /** The service, as events name it: `/campstore/booking`. */
  source: string
  /** The records whose hold has not ended, as SQL: a table with the column `checkout_expires_at`, and a condition. */
  openRecords: string
  /** What each member holds that is not paid, as SQL: customer_id, units (site-nights of bookings, pieces of orders). */
  heldByMember: string
  /** Locks a record until the end of the transaction and returns it as it is under the lock. */
  lock(tx: Queryable, id: string): Promise<Locked<T> | undefined>
  /**
   * Locks the longest overdue record that no other transaction has locked (`skip locked`). Fields that only reads need may be
   * missing.
   *
   * @param dueBy latest deadline to consider
   * @param except ids to leave out; usually none
   */
  lockNextOverdue(tx: Queryable, dueBy: Date, except: readonly string[]): Promise<Locked<T> | undefined>
  /** Whether a record is past its deadline and not ended yet. */
  isOverdue(record: T, now: Date): boolean
  /** Expires or pays a locked record, with all consequences; undefined where the state machine refuses. */
  applyTransition(tx: Queryable, record: T, cause: TransitionCause<'expire' | 'pay'>): Promise<T | undefined>
  /**
   * How many holds may expire in one transaction, which saves commits when many are overdue; default 1. More than one only
   * where expiry locks nothing that holds share.
   */
  endsPerTransaction?: number
  /** Whether a payment of this amount pays a locked record in full (docs/contract/messages.md#what-is-due). */
  isDue(tx: Queryable, record: T, amount: Money): Promise<boolean>
  /** Why no payment can be applied in this state; undefined when one can. */
  refusesPayment(record: T): UnappliedReason | undefined
}
