-- What staff wrote about a customer (docs/contract/admin.md#notes). The audit log keeps the text of a removed note.
create table member.note (
  id text primary key,
  customer_id text not null references member.customer,
  text text not null,
  at timestamptz not null,
  by text not null
);
create index note_of_customer on member.note (customer_id, at);
