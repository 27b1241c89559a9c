import type { UnappliedReason } from '@campstore/contract/messages/payments'
import type { Money } from '@campstore/core/money'
import type { Queryable } from '@campstore/database/database'

/** What can hold something for a time: the kind of target that payments name. */
export type HoldKind = 'booking' | 'order'

/** Where the records of held things are: tables of {@link statusHistoryTable} and its like. */
export type HoldRecords = {
  kind: HoldKind
  /** Schema of `payment_notification`, `status_history`, `inbox` and `outbox`. */
  schema: string
}

/** A payment that is applied: `paidAt` is when the customer paid, `now` when we learn of it. */
export type AppliedPayment = { eventId: string; paidAt: Date; now: Date }

/**
 * Something that is held for a time and then paid or ended, as its service says it once. All that happens to it happens under
 * its lock; the service decides by its state machine, and everything around that is the same for every kind.
 */
export type HoldDefinition<Thing extends { id: string }> = HoldRecords & {
  /** The service, as events name it: `/campstore/booking`. */
  source: string
  /** Locks one for the rest of the transaction; what it answers is true under the lock. */
  lock(tx: Queryable, id: string): Promise<Thing | undefined>
  /**
   * Locks the longest overdue one that nobody else has locked (`skip locked`). It need not have what only reading needs.
   *
   * @param dueBy the latest deadline of those that are wanted
   * @param except ids that are not wanted, mostly none
   */
  lockNextOverdue(tx: Queryable, dueBy: Date, except: readonly string[]): Promise<Thing | undefined>
  /** The deadline of a locked one whose hold is over and has not ended; undefined when it is not due, or has ended. */
  overdueSince(thing: Thing, now: Date): Date | undefined
  /**
   * How many may end in one transaction, which spares commits where many are overdue; default 1. More than one only where an
   * end locks nothing but what belongs to the one that ends.
   */
  endsPerTransaction?: number
  /** Ends the hold of a locked one, with all that follows; false when it is not due, or is over already. */
  expire(tx: Queryable, thing: Thing, now: Date): Promise<boolean>
  /** Whether a payment of this amount pays all of a locked one (decisions.md, 10, what is due). */
  isDue(tx: Queryable, thing: Thing, amount: Money): Promise<boolean>
  /** Why no payment at all can be applied in this state; undefined when one can. */
  refusesPayment(thing: Thing): UnappliedReason | undefined
  /** Makes a locked one paid, with all that follows. Called only when {@link refusesPayment} has nothing against it. */
  pay(tx: Queryable, thing: Thing, payment: AppliedPayment): Promise<void>
  /** Remembers in the history of a locked one that a payment failed; nothing else changes. */
  recordPaymentFailure(tx: Queryable, thing: Thing, now: Date): Promise<void>
}
