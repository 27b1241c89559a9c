-- The refund that has a reference of the provider.
create index refund_reference on checkout.refund (reference) where reference is not null;

-- A payment whose number was received before is the same money, or staff have to find out what it is: it opens no refund.
create or replace function checkout.open_refund() returns trigger
language plpgsql
as $$
begin
  if new.reason = 'trade_number_used' then
    return null;
  end if;
  insert into checkout.refund (event_id, cause, reason, amount, currency, target_id, customer_id, created_at)
  select
    new.event_id, 'unapplied', new.reason, new.amount, new.currency, new.target_id, max(held.customer_id), new.received_at
  from checkout.store_order held
  where held.id = new.target_id;
  return null;
end
$$;
