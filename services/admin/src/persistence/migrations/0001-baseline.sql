-- Administrators, what they may do beyond their role, the audit log, and webhooks.

-- Accounts

-- E-mails compare in the C collation: lower() then folds ASCII only, so that no look-alike letter (the Kelvin sign folds to k
-- elsewhere) makes a stranger's verified address equal to an administrator's.
create table admin.account (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
  email text not null check (email <> ''),
  name text not null,
  role text not null check (role in ('admin', 'operator', 'warehouse')),
  active boolean not null default true,
  firebase_uid text unique,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index account_email on admin.account (lower(email collate "C"));

-- Only what differs from the role.
create table admin.permission_override (
  account_id text not null references admin.account on delete cascade,
  section text not null check (
    section in (
      'customers', 'orders', 'bookings', 'products', 'inventory', 'coupons', 'closures', 'campgrounds', 'webhooks',
      'permissions'
    )
  ),
  can_view boolean not null,
  can_edit boolean not null check (can_view or not can_edit),
  primary key (account_id, section)
);

-- Audit log

create table admin.audit_entry (
  id text primary key,
  at timestamptz not null,
  -- Null where the service itself has deactivated a webhook.
  admin_id text references admin.account,
  -- Name of the route, or bindAccount.
  action text not null,
  target_id text,
  request_id text not null,
  client_address text not null,
  -- The body as it was sent, which need not be JSON.
  request text,
  state_before jsonb,
  outcome text not null check (outcome in ('started', 'succeeded', 'refused', 'failed', 'unknown')),
  status integer,
  code text,
  state_after jsonb,
  completed_at timestamptz,
  -- What the outcome was inferred from, where the entry was not completed with the service's response.
  completed_from text check (completed_from in ('history', 'state', 'nothing')),
  check ((outcome = 'started') = (completed_at is null))
);
create index audit_entry_at on admin.audit_entry (at, id);
create index audit_entry_of_action on admin.audit_entry (action, at, id);
create index audit_entry_of_administrator on admin.audit_entry (admin_id, at);
create index audit_entry_of_outcome on admin.audit_entry (outcome, at, id);
create index audit_entry_of_target on admin.audit_entry (target_id, at);
create index audit_entry_started on admin.audit_entry (at) where completed_at is null;

-- Nobody can change a completed entry or delete any, not even the owner of the table.
create function admin.reject_audit_change() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'The audit log cannot be changed' using errcode = 'restrict_violation';
end
$$;

create trigger completed_is_final before update on admin.audit_entry
for each row when (old.outcome <> 'started') execute function admin.reject_audit_change();
create trigger never_deleted before delete on admin.audit_entry
for each row execute function admin.reject_audit_change();
create trigger never_truncated before truncate on admin.audit_entry
for each statement execute function admin.reject_audit_change();

-- Webhooks

create table admin.webhook (
  id text primary key,
  url text not null,
  description text,
  event_types text[] not null,
  active boolean not null default true,
  -- Since when every attempt has failed.
  failing_since timestamptz,
  -- Both are set with active = false, where the service itself has deactivated it.
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('failing', 'gone')),
  -- Signs, so it is not a hash. Empty once the webhook is deleted.
  secret text not null,
  -- Signs as well until then.
  previous_secret text,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Its row stays until a job has deleted its deliveries.
  deleted_at timestamptz,
  check (not (active and (disabled_at is not null or deleted_at is not null))),
  check ((previous_secret is null) = (previous_secret_until is null))
);

create table admin.webhook_delivery (
  id text primary key,
  webhook_id text not null references admin.webhook,
  event_id text not null,
  event_type text not null,
  -- What it has the latest event of, where only that one is sent.
  latest_of text,
  -- The event exactly as it is signed and sent.
  body text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempt_count integer not null default 0,
  -- Failed attempts since its creation, or since staff have sent it again.
  failures integer not null default 0,
  -- The last attempts, as the contract shows them.
  attempts jsonb not null default '[]',
  created_at timestamptz not null,
  next_attempt_at timestamptz,
  give_up_at timestamptz not null,
  -- Until then a process is sending it; a process that ends leaves it to the others.
  sending_until timestamptz,
  completed_at timestamptz,
  check ((status = 'pending') = (next_attempt_at is not null)),
  check ((status = 'pending') = (completed_at is null)),
  unique (event_id, webhook_id)
);
create index webhook_delivery_pending on admin.webhook_delivery (webhook_id, next_attempt_at) where status = 'pending';
create index webhook_delivery_at on admin.webhook_delivery (created_at, id);
create index webhook_delivery_of_webhook on admin.webhook_delivery (webhook_id, created_at, id);
create index webhook_delivery_failed on admin.webhook_delivery (created_at, id) where status = 'failed';
-- A newer event takes the place of one that was never sent.
create unique index webhook_delivery_latest on admin.webhook_delivery (webhook_id, latest_of)
  where latest_of is not null and status = 'pending' and attempt_count = 0;
