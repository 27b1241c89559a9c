-- outside of a transaction
-- What is stored by the former look-up keys, and differs by the present ones (libs/database/sql/migrations/0003-unseen-characters.sql).
update booking.booking
set customer_name = customer_name
where search_text <> shared.search_text(id, campground_name, customer_name, customer_email);

reindex index concurrently booking.booking_contact_past_hold;

reindex index concurrently booking.payment_notification_search;

reindex index concurrently booking.refund_search;
