-- outside of a transaction
-- The payments with a number of the provider, which are one payment. Only payments write this index.
create index concurrently if not exists payment_notification_trade_number on checkout.payment_notification (provider_trade_no);
