import { Migration } from '@mikro-orm/migrations'

/** Administrators, what they may do beside their role, and what they did (decisions.md, 9). */
export class Accounts extends Migration {
  override up(): void {
    this.addSql(accounts)
    this.addSql(overrides)
    this.addSql(auditRecords)
    this.addSql(finalRecords)
  }
}

// E-mails compare in the C collation: lower() then folds ASCII only, so that no look-alike letter (the Kelvin sign, which
// is a k elsewhere) makes a stranger's verified address equal to an administrator's.
const accounts = /* sql */ `
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
`

const overrides = /* sql */ `
create table admin.permission_override (
  account_id text not null references admin.account on delete cascade,
  section text not null,
  can_view boolean not null,
  can_edit boolean not null check (can_view or not can_edit),
  primary key (account_id, section)
);
`

// The request is kept as it was sent, which need not be JSON.
const auditRecords = /* sql */ `
create table admin.audit_record (
  id text primary key,
  at timestamptz not null,
  admin_id text not null references admin.account,
  action text not null,
  target_id text,
  request_id text not null,
  client_address text not null,
  request text,
  state_before jsonb,
  outcome text not null check (outcome in ('started', 'succeeded', 'refused', 'failed', 'unknown')),
  status integer,
  code text,
  state_after jsonb,
  completed_at timestamptz,
  check ((outcome = 'started') = (completed_at is null))
);
create index audit_record_of_administrator on admin.audit_record (admin_id, at);
create index audit_record_of_target on admin.audit_record (target_id, at);
`

const finalRecords = /* sql */ `
create function admin.keep_audit_record() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'an audit record is kept as it is' using errcode = 'restrict_violation';
end
$$;
create trigger completed_is_final before update on admin.audit_record
for each row when (old.outcome <> 'started') execute function admin.keep_audit_record();
create trigger never_deleted before delete on admin.audit_record
for each row execute function admin.keep_audit_record();
create trigger never_truncated before truncate on admin.audit_record
for each statement execute function admin.keep_audit_record();
`
