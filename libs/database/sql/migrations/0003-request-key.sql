-- What each schema that requests write has as a table of its own: `create table <schema>.request_key (like shared.request_key
-- including all)`. A key of a member or an administrator, the request that it belongs to, and the response to that.
create table shared.request_key (
  actor_type text not null check (actor_type in ('member', 'admin')),
  actor_id text not null,
  key text not null,
  fingerprint text not null,
  -- Null while a request of several steps has not completed them.
  status smallint,
  response text,
  created_at timestamptz not null,
  primary key (actor_type, actor_id, key),
  check ((status is null) = (response is null))
);
-- Old keys are deleted by age.
create index request_key_age on shared.request_key (created_at);
