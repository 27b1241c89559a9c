-- A member's orders, for the service me. The deadline is null once the order can no longer expire.
create or replace view checkout.member_order as
  select
    id, customer_id, buyer_name, buyer_email, recipient_name, shipping_address, shipping_phone, subtotal, shipping_fee,
    discount, total, payment_method, payment_status, refund_status, status, placed_at, paid_at,
    case
      when status = 'unshipped' and payment_status = 'unpaid' and cod_confirmed_at is null then checkout_expires_at
    end as checkout_expires_at,
    buyer_email_verified and buyer_email <> '' as buyer_email_verified, carrier, tracking_number
  from checkout.store_order;

grant usage on schema checkout to campstore_me;
grant select on checkout.member_order to campstore_me;
