import type { Queryable } from '@campstore/database/database'
import type { PurchaseHint } from '../domain/purchase.ts'

const addPaidOnce = {
  booking: {
    name: 'add-paid-booking',
    text: /* sql */ `
      insert into member.purchase (kind, subject_id, customer_id, amount, paid_at)
      select 'booking', id, customer_id, final_amount, paid_at
      from booking.paid_booking
      where id = $1
      on conflict do nothing
      returning customer_id as "customerId"`,
  },
  order: {
    name: 'add-paid-order',
    text: /* sql */ `
      insert into member.purchase (kind, subject_id, customer_id, amount, paid_at)
      select 'order', id, customer_id, total, paid_at
      from checkout.paid_order
      where id = $1
      on conflict do nothing
      returning customer_id as "customerId"`,
  },
}

/**
 * Adds a purchase as its owner has it; undefined when it is there already, or its owner knows of no payment. While somebody
 * else is adding the same one, waits for their commit.
 */
export async function addPaid(
  tx: Queryable,
  { kind, subjectId }: PurchaseHint,
): Promise<{ customerId: string } | undefined> {
  const { rows } = await tx.query<{ customerId: string }>({ ...addPaidOnce[kind], values: [subjectId] })
  return rows[0]
}

const recorded = {
  name: 'purchase-recorded',
  text: 'select from member.purchase where kind = $1 and subject_id = $2',
}

/** Whether a purchase is there. */
export async function isRecorded(tx: Queryable, { kind, subjectId }: PurchaseHint): Promise<boolean> {
  const found = await tx.query({ ...recorded, values: [kind, subjectId] })
  return found.rowCount === 1
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
export async function recalculateTotalSpent(tx: Queryable, customerId: string, now: Date): Promise<void> {
  await tx.query({ ...addUp, values: [customerId, now] })
}
