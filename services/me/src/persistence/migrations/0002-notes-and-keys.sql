-- What staff wrote about a customer (docs/contract/admin.md#notes). The audit log keeps the text of a removed note.
create table member.note (
  id text primary key,
  customer_id text not null references member.customer,
  text text not null,
  at timestamptz not null,
  by text not null
);
create index note_of_customer on member.note (customer_id, at);

-- outside of a transaction

-- What is stored by the former look-up keys, and differs by the present ones (libs/database/sql/migrations/0002-unseen-characters.sql).
update member.customer
set name = name
where search_text <> shared.search_text(id, name, email collate "default", phone);

reindex index concurrently member.customer_phone;
