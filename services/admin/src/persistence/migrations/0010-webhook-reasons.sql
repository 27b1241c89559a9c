-- Why the service has deactivated a webhook; such an entry of the audit log has no administrator.
alter table admin.webhook add column disabled_reason text check (disabled_reason in ('failing', 'gone'));
alter table admin.audit_entry alter column admin_id drop not null;

-- What it has the latest event of, where only that one is sent: see the next migration.
alter table admin.webhook_delivery add column latest_of text;
