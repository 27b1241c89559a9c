-- What came back of an order at one time (docs/contract/admin.md#returns). Its items are as the contract has them:
-- [{"orderItemId", "quantity", "to", "locationId"}].
create table checkout.order_return (
  id text primary key,
  order_id text not null references checkout.store_order,
  at timestamptz not null,
  by text not null,
  reason text not null,
  items jsonb not null,
  refund_id text references checkout.refund
);
create index order_return_of_order on checkout.order_return (order_id, at);
