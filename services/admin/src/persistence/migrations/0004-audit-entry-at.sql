-- outside of a transaction
create index concurrently if not exists audit_entry_at on admin.audit_entry (at, id);
