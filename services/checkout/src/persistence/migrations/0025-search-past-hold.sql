-- outside of a transaction
-- The search of the administration's list, except in orders on hold: a hold does not write this index. A payment writes it, as it writes
-- store_order_search, which each hold writes as well and the version before reads. A condition with `or` would be looked up once for each part.
create index concurrently if not exists store_order_search_past_hold on checkout.store_order using gin (search_text gin_trgm_ops)
  where (status = 'unshipped' and payment_status = 'unpaid' and cod_confirmed_at is null) is false;
