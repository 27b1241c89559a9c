-- Every message of the payment service that was processed, with its outcome, for the checkout service, which tells the payment
-- service what became of its messages.
create or replace view {{schema}}.payment_message as
  select
    event_id, type, target_id, case outcome when 'noted' then 'failed' else outcome end as outcome, reason, received_at
  from {{schema}}.payment_notification
  union all
  select event_id, 'payment.refunded', target_id, outcome, null, received_at
  from {{schema}}.refund_notification
  union all
  select event_id, null, null, 'rejected', reason, received_at
  from {{schema}}.rejected_notification;

grant usage on schema {{schema}} to campstore_checkout;
grant select on {{schema}}.payment_message to campstore_checkout;
