-- For the me service: paid orders, and the refunds by staff with a cancellation. `total` is the amount paid: a payment form asks
-- for whole TWD (docs/contract/messages.md#amount-due), and so does the courier (docs/contract/admin.md#orders).
create or replace view checkout.paid_order as
  select
    store_order.id, store_order.customer_id,
    case
      when store_order.cod_confirmed_at is null then coalesce(payment.amount, store_order.total)
      else round(store_order.total)
    end::numeric(12, 2) as total,
    store_order.paid_at, coalesce(refund.amount, 0)::numeric(12, 2) as refunded
  from checkout.store_order
  left join checkout.payment_notification payment on payment.target_id = store_order.id and payment.outcome = 'applied'
  left join checkout.refund on refund.target_id = store_order.id and refund.cause = 'cancelled'
  where store_order.payment_status = 'paid';

grant select on checkout.paid_order to campstore_me;
