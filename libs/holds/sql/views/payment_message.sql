-- Every processed message of the payment service, with its outcome. The checkout service reads it when the payment service asks
-- about a message.
create or replace view {{schema}}.payment_message as
  select
    event_id, type, target_id, case outcome when 'noted' then 'failed' else outcome end as outcome, reason, received_at,
    true as is_authentic
  from {{schema}}.payment_notification
  union all
  select event_id, 'payment.refunded', target_id, outcome, null, received_at, true
  from {{schema}}.refund_notification
  union all
  select event_id, 'payment.refund-failed', target_id, outcome, null, received_at, true
  from {{schema}}.refund_failure
  union all
  select event_id, null, null, 'rejected', reason, received_at, is_authentic
  from {{schema}}.rejected_notification;

grant usage on schema {{schema}} to campstore_checkout;
grant select on {{schema}}.payment_message to campstore_checkout;
