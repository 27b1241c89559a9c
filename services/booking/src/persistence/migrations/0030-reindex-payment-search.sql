-- outside of a transaction
-- shared.search_text is another since migration shared 0004.
reindex index concurrently booking.payment_notification_search;
