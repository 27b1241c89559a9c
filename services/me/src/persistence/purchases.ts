import type { Transaction } from '@campstore/database/database'
import { firstRow } from '@campstore/database/rows'
import type { PurchaseHint } from '../domain/purchase.ts'

/** What each kind of purchase cost, less what of it was refunded, in the view of its owner. */
const paid = {
  booking: { view: 'booking.paid_booking', amount: 'final_amount - refunded' },
  order: { view: 'checkout.paid_order', amount: 'total - refunded' },
}

/**
 * Inserts a purchase as the owning service has it. Waits for the commit of a concurrent insert of the same purchase. Returns
 * undefined when the purchase exists already, or the owning service knows of no payment.
 */
export const insertPurchase = (tx: Transaction, { kind, subjectId }: PurchaseHint) =>
  firstRow<{ customerId: string }>(tx, {
    name: `insert-paid-${kind}`,
    text: /* sql */ `
      insert into member.purchase (kind, subject_id, customer_id, amount, paid_at)
      select '${kind}', id, customer_id, ${paid[kind].amount}, paid_at
      from ${paid[kind].view}
      where id = $1
      on conflict do nothing
      returning customer_id as "customerId"`,
    values: [subjectId],
  })

/** Locks a purchase until the transaction ends; false when there is none. */
export async function lockPurchase(tx: Transaction, { kind, subjectId }: PurchaseHint): Promise<boolean> {
  const found = await tx.query({
    name: 'lock-purchase',
    text: 'select from member.purchase where kind = $1 and subject_id = $2 for no key update',
    values: [kind, subjectId],
  })
  return found.rowCount === 1
}

/**
 * Sets the amount of a purchase to the owning service's amount. A separate statement must have locked it before, so that
 * the last writer has also read last. Returns undefined when it was equal.
 */
export const correctPurchase = (tx: Transaction, { kind, subjectId }: PurchaseHint) =>
  firstRow<{ customerId: string }>(tx, {
    name: `correct-paid-${kind}`,
    text: /* sql */ `
      with paid as (select ${paid[kind].amount} as amount from ${paid[kind].view} where id = $1)
      update member.purchase
      set amount = paid.amount
      from paid
      where purchase.kind = '${kind}' and purchase.subject_id = $1 and purchase.amount <> paid.amount
      returning purchase.customer_id as "customerId"`,
    values: [subjectId],
  })

/** Locks a customer until the transaction ends; false when there is none. */
export async function lockCustomer(tx: Transaction, customerId: string): Promise<boolean> {
  const locked = await tx.query({
    name: 'lock-customer',
    text: 'select from member.customer where id = $1 for no key update',
    values: [customerId],
  })
  return locked.rowCount === 1
}

/**
 * Writes a customer's total spending: past spending and the sum of all purchases, not an increment. A separate statement must have locked the
 * customer before, so that the sum includes the commit of the previous holder of the lock.
 */
export async function recalculateTotalSpent(tx: Transaction, customerId: string, now: Date): Promise<void> {
  await tx.query({
    name: 'recalculate-total-spent',
    text: /* sql */ `
      update member.customer
      set total_spent = past_spending + (select coalesce(sum(amount), 0) from member.purchase where customer_id = $1),
          first_purchase_used = true,
          updated_at = greatest(updated_at, $2)
      where id = $1`,
    values: [customerId, now],
  })
}
