import type { Transaction } from '@campstore/database/database'
import { onlyRow } from '@campstore/database/rows'

/** All paid bookings and orders, less what of them was refunded, from their owning services. */
const paid = /* sql */ `
  paid (kind, subject_id, customer_id, amount, paid_at) as (
    select 'booking', id, customer_id, final_amount - refunded, paid_at
    from booking.paid_booking
    union all
    select 'order', id, customer_id, total - refunded, paid_at
    from checkout.paid_order
  )`

/** Number of purchases of each kind, and of those whose customer does not exist. */
export type PurchaseCount = { bookings: number; orders: number; ofUnknownCustomers: number }

/** Number of purchases that differed from the payments. */
export type ReconciledPurchases = { added: number; changed: number; removed: number }

/** Prevents other writes of purchases until the transaction ends; waits for those in progress. */
export async function lockPurchases(tx: Transaction): Promise<void> {
  await tx.query('lock table member.purchase in share row exclusive mode')
}

/**
 * Makes the purchases equal to the payments. A separate statement must have locked them before: then every event that was
 * handled is visible here, and one in progress finds its purchase afterwards.
 */
export async function reconcilePurchases(tx: Transaction): Promise<ReconciledPurchases> {
  const removed = await tx.query(/* sql */ `
    with ${paid}
    delete from member.purchase
    where not exists (
      select from paid
      where paid.kind = purchase.kind and paid.subject_id = purchase.subject_id
    )`)
  const changed = await tx.query(/* sql */ `
    with ${paid}
    update member.purchase
    set customer_id = paid.customer_id, amount = paid.amount, paid_at = paid.paid_at
    from paid
    where paid.kind = purchase.kind and paid.subject_id = purchase.subject_id
      and (purchase.customer_id, purchase.amount, purchase.paid_at)
        is distinct from (paid.customer_id, paid.amount, paid.paid_at)`)
  const added = await tx.query(/* sql */ `
    with ${paid}
    insert into member.purchase (kind, subject_id, customer_id, amount, paid_at)
    select kind, subject_id, customer_id, amount, paid_at
    from paid
    on conflict do nothing`)
  return { added: added.rowCount ?? 0, changed: changed.rowCount ?? 0, removed: removed.rowCount ?? 0 }
}

/** Recalculates the total spending of every customer; returns the number of customers for whom it was different. */
export async function recalculateAllSpending(tx: Transaction, now: Date): Promise<number> {
  const { rowCount } = await tx.query(
    /* sql */ `
    update member.customer
    set total_spent = spent.total,
        first_purchase_used = spent.total > 0 or spent.purchases > 0,
        updated_at = greatest(customer.updated_at, $1)
    from (
      select customer.id, past_spending + coalesce(sum(amount), 0) as total, count(amount) as purchases
      from member.customer
      left join member.purchase on purchase.customer_id = customer.id
      group by customer.id
    ) spent
    where spent.id = customer.id
      and (customer.total_spent, customer.first_purchase_used) is distinct from (spent.total, spent.total > 0 or spent.purchases > 0)`,
    [now],
  )
  return rowCount ?? 0
}

export const countPurchases = (tx: Transaction): Promise<PurchaseCount> =>
  onlyRow(
    tx,
    /* sql */ `
    select
      count(*) filter (where kind = 'booking')::integer as bookings,
      count(*) filter (where kind = 'order')::integer as orders,
      count(*) filter (where customer.id is null)::integer as "ofUnknownCustomers"
    from member.purchase
    left join member.customer on customer.id = purchase.customer_id`,
  )
