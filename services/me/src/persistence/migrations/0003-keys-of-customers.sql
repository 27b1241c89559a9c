-- outside of a transaction
-- What is stored by the former look-up keys, and differs by the present ones (libs/database/sql/migrations/0003-unseen-characters.sql).
update member.customer
set name = name
where search_text <> shared.search_text(id, name, email collate "default", phone);

reindex index concurrently member.customer_phone;
