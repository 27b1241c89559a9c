-- outside of a transaction
-- The contract names outcomes and reasons, and gets more of them.
alter table checkout.payment_notification
  drop constraint if exists payment_notification_outcome_check,
  drop constraint if exists payment_notification_reason_check,
  add column if not exists reported_paid_at timestamptz;
