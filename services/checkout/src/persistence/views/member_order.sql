-- A member's orders, for the me service. The deadline is null once the order can no longer expire. The view is dropped because
-- it can only grow at its end.
drop view if exists checkout.member_order;
create view checkout.member_order as
  select
    {{listed_columns}},
    case
      when status = 'unshipped' and payment_status = 'unpaid' and cod_confirmed_at is null then checkout_expires_at
    end as checkout_expires_at,
    buyer_email_verified and buyer_email <> '' as buyer_email_verified,
    {{refund_status}} as refund_status,
    {{refunds}} as refunds
  from checkout.store_order;

grant usage on schema checkout to campstore_me;
grant select on checkout.member_order to campstore_me;
