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
    {{refunds}} as refunds,
    (
      select coalesce(
        json_agg(json_build_object('id', order_return.id, 'at', order_return.at, 'items', pieces.items) order by at, id), '[]'
      )
      from checkout.order_return
      cross join lateral (
        select json_agg(json_build_object('orderItemId', line.id, 'quantity', line.quantity) order by line.id) as items
        from (
          select "orderItemId" as id, sum(quantity) as quantity
          from jsonb_to_recordset(order_return.items) as line ("orderItemId" bigint, quantity integer)
          group by "orderItemId"
        ) line
      ) pieces
      where order_return.order_id = store_order.id
    ) as returns
  from checkout.store_order;

grant usage on schema checkout to campstore_me;
grant select on checkout.member_order to campstore_me;
