-- What has been paid, for the service me, which adds up what customers have spent, and what of it staff have refunded with a
-- cancellation. A payment may be up to half a dollar more than the total (docs/contract/messages.md#amount-due).
create or replace view checkout.paid_order as
  select
    store_order.id, store_order.customer_id, store_order.total, store_order.paid_at,
    least(coalesce(refund.amount, 0), store_order.total)::numeric(12, 2) as refunded
  from checkout.store_order
  left join checkout.refund on refund.target_id = store_order.id and refund.cause = 'cancelled'
  where store_order.payment_status = 'paid';

grant select on checkout.paid_order to campstore_me;
