-- For the me service: paid orders, and the refunds of what was paid, due or made. `total` is the amount paid: a payment form asks
-- for whole TWD (docs/contract/messages.md#amount-due), and so does the courier (docs/contract/admin.md#orders).
create or replace view checkout.paid_order as
  select
    store_order.id, store_order.customer_id,
    case
      when store_order.cod_confirmed_at is null then coalesce(payment.amount, store_order.total)
      else round(store_order.total)
    end::numeric(12, 2) as total,
    store_order.paid_at, refund.amount::numeric(12, 2) as refunded
  from checkout.store_order
  left join checkout.payment_notification payment on payment.target_id = store_order.id and payment.outcome = 'applied'
  cross join lateral (
    select coalesce(sum(amount), 0) as amount
    from checkout.refund
    where target_id = store_order.id and cause <> 'unapplied' and status <> 'withdrawn'
  ) refund
  where store_order.payment_status <> 'unpaid';

grant select on checkout.paid_order to campstore_me;
