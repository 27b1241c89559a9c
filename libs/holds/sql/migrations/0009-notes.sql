-- What staff wrote about a hold (docs/contract/admin.md#notes). The audit log keeps the text of a removed note.
create table {{schema}}.note (
  id text primary key,
  {{kind}}_id text not null,
  text text not null,
  at timestamptz not null,
  by text not null
);
create index note_of_{{kind}} on {{schema}}.note ({{kind}}_id, at);
