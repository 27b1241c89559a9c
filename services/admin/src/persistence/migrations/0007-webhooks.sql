-- Webhooks, what was sent to them, and the section of their permissions.

-- The constraint only grows, so the version before obeys it too.
alter table admin.permission_override drop constraint permission_override_section_check;
alter table admin.permission_override add constraint permission_override_section_check check (
  section in (
    'customers', 'orders', 'bookings', 'products', 'inventory', 'coupons', 'closures', 'campgrounds', 'webhooks',
    'permissions'
  )
) not valid;

create table admin.webhook (
  id text primary key,
  url text not null,
  description text,
  event_types text[] not null,
  active boolean not null default true,
  -- Since when every attempt has failed.
  failing_since timestamptz,
  -- Set with active = false, where nobody but the service has deactivated it.
  disabled_at timestamptz,
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
