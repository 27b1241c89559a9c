-- outside of a transaction
-- The payments with a number of the provider, whatever its case. It is not unique: one number may be reported several times, and rows of
-- before may differ by case only (docs/decisions.md, 218).
create index concurrently if not exists payment_notification_trade_key on {{schema}}.payment_notification
  (shared.lookup_key(provider_trade_no));
