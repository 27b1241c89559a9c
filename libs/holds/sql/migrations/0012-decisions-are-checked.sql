-- outside of a transaction
alter table {{schema}}.payment_notification validate constraint payment_decision;
