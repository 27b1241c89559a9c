-- outside of a transaction
alter table {{schema}}.refund_notification validate constraint refund_notification_outcome;
