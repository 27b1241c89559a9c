import { always, type Invariant, soon } from './invariant.ts'

/** What holds of what customers have spent, which follows from events about payments. */
export const spendingInvariants: readonly Invariant[] = [
  ...soon({
    'every purchase is a paid booking or order less its refund, and the reverse': `
      select kind, subject_id, paid.customer_id, paid.amount as paid, purchase.amount as purchased
      from (
        select 'booking' as kind, id as subject_id, customer_id, final_amount - refunded as amount
        from booking.paid_booking
        union all
        select 'order', id, customer_id, total - refunded
        from checkout.paid_order
      ) paid
      full join member.purchase using (kind, subject_id)
      where (paid.customer_id, paid.amount) is distinct from (purchase.customer_id, purchase.amount)`,
  }),
  ...always({
    "customers' total spending equals their past spending and their purchases": `
      select customer.id as customer_id, total_spent, first_purchase_used, bought.total, bought.purchases
      from member.customer
      cross join lateral (
        select past_spending + coalesce(sum(amount), 0) as total, count(*) as purchases
        from member.purchase
        where customer_id = customer.id
      ) bought
      where (total_spent, first_purchase_used) <> (bought.total, bought.total > 0 or bought.purchases > 0)`,
  }),
]
