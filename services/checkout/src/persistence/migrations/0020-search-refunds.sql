-- outside of a transaction
-- The search of the list of refunds.
create index concurrently if not exists refund_search on checkout.refund
  using gin (shared.search_text(reference, target_id, provider_trade_no) gin_trgm_ops);
