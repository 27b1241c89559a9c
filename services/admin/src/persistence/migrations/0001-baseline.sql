-- Administrators, what they may do beside their role, and the audit log.

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
    section in ('customers', 'orders', 'bookings', 'products', 'inventory', 'coupons', 'closures', 'permissions')
  ),
  can_view boolean not null,
  can_edit boolean not null check (can_view or not can_edit),
  primary key (account_id, section)
);

-- Audit log
create table admin.audit_entry (
  id text primary key,
  at timestamptz not null,
  admin_id text not null references admin.account,
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
create index audit_entry_of_administrator on admin.audit_entry (admin_id, at);
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
