-- outside of a transaction
alter table {{schema}}.refund validate constraint refund_cause;
