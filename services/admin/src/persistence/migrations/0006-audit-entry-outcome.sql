-- outside of a transaction
create index concurrently if not exists audit_entry_of_outcome on admin.audit_entry (outcome, at, id);
