-- outside of a transaction
create index concurrently if not exists refund_of_payment on {{schema}}.refund (event_id);
