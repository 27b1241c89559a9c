-- What staff decided about a payment whose trade number was used before (docs/contract/admin.md#used-trade-numbers): null until then.
alter table {{schema}}.payment_notification
  add column decision text,
  add column decision_note text,
  add column decided_by text,
  add column decided_at timestamptz,
  add constraint payment_decision check (
    num_nonnulls(decision, decided_by, decided_at) in (0, 3)
    and (decision is null or reason = 'trade_number_used' and decision in ('same-payment', 'another-payment'))
  ) not valid;

create trigger open_decided_refund after update of decision on {{schema}}.payment_notification
  for each row when (new.decision = 'another-payment' and old.decision is null and new.amount > 0)
  execute function {{schema}}.open_refund();
