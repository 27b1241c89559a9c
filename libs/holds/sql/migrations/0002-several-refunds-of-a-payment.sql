-- outside of a transaction
-- A payment may have several refunds. Cash on delivery comes back without a payment, so that only its refunds have no event_id.
alter table {{schema}}.refund
  drop constraint if exists refund_event_id_key,
  drop constraint if exists refund_cause_check,
  alter column event_id drop not null,
  drop constraint if exists refund_cause,
  add constraint refund_cause check (cause in ('unapplied', 'cancelled', 'returned', 'changed', 'goodwill')) not valid;
