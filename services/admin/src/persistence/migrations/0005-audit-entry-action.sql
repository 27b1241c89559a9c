-- outside of a transaction
create index concurrently if not exists audit_entry_of_action on admin.audit_entry (action, at, id);
