import type { Queryable } from '@campstore/database/database'
import type { Purchase } from '../domain/purchase.ts'

const addPurchaseOnce = {
  name: 'add-purchase',
  text: /* sql */ `
    insert into member.purchase (kind, subject_id, customer_id, amount, paid_at)
    values ($1, $2, $3, $4, $5)
    on conflict do nothing`,
}

/** Adds a purchase; false when it is there already. While somebody else is adding the same one, waits for their commit. */
export async function addPurchase(tx: Queryable, purchase: Purchase): Promise<boolean> {
  const { kind, subjectId, customerId, amount, paidAt } = purchase
  const added = await tx.query({ ...addPurchaseOnce, values: [kind, subjectId, customerId, amount, paidAt] })
  return added.rowCount === 1
}

const customerLocked = {
  name: 'customer-locked',
  text: 'select from member.customer where id = $1 for no key update',
}

/** Locks a customer until the transaction ends; false when there is none. */
export async function lockCustomer(tx: Queryable, customerId: string): Promise<boolean> {
  const locked = await tx.query({ ...customerLocked, values: [customerId] })
  return locked.rowCount === 1
}

const addUp = {
  name: 'add-up-spending',
  text: /* sql */ `
    update member.customer
    set total_spent = (select coalesce(sum(amount), 0) from member.purchase where customer_id = $1),
        first_purchase_used = true,
        updated_at = greatest(updated_at, $2)
    where id = $1`,
}

/**
 * Writes what a customer has spent. It is the sum of the purchases, not what was there and one more: the customer must be
 * locked, by a statement before, so that the sum contains what was committed by whoever had the lock last.
 */
export async function addUpSpending(tx: Queryable, customerId: string, now: Date): Promise<void> {
  await tx.query({ ...addUp, values: [customerId, now] })
}
