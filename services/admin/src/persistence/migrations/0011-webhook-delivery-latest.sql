-- outside of a transaction
create unique index concurrently if not exists webhook_delivery_latest on admin.webhook_delivery (webhook_id, latest_of)
where latest_of is not null and status = 'pending' and attempt_count = 0;
