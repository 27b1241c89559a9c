-- outside of a transaction
-- The search of the list of payments. Only payments write this index.
create index concurrently if not exists payment_notification_search on booking.payment_notification
  using gin (shared.search_text(event_id, provider_trade_no, target_id) gin_trgm_ops);
