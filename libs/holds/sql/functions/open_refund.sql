-- A payment that was not applied has to be given back, so that no such payment is recorded without its refund. One whose trade number was
-- used before opens it when staff decide that it is another payment (docs/contract/admin.md#used-trade-numbers).
create or replace function {{schema}}.open_refund() returns trigger
language plpgsql
as $$
begin
  if new.reason = 'trade_number_used' and new.decision is distinct from 'another-payment' then
    return null;
  end if;
  insert into {{schema}}.refund
    (event_id, provider_trade_no, cause, reason, amount, currency, target_id, customer_id, created_at)
  values (
    new.event_id, new.provider_trade_no, 'unapplied', new.reason, new.amount, new.currency, new.target_id,
    (select customer_id from {{records}} where id = new.target_id), coalesce(new.decided_at, new.received_at)
  );
  return null;
end
$$;
