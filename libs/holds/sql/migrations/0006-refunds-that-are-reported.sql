-- outside of a transaction
-- Which refund a notification names, and the outcome of one that names none where several are due.
alter table {{schema}}.refund_notification
  add column if not exists refund_id text,
  drop constraint if exists refund_notification_outcome_check,
  drop constraint if exists refund_notification_outcome,
  add constraint refund_notification_outcome
    check (outcome in ('applied', 'repeated', 'contradictory', 'not_due', 'ambiguous')) not valid;
