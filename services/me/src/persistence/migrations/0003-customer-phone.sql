-- outside of a transaction
create index concurrently if not exists customer_phone
on member.customer using gin (shared.phone_digits(phone) gin_trgm_ops);
