-- outside of a transaction
create index concurrently if not exists refund_of_target on {{schema}}.refund (target_id, created_at);
