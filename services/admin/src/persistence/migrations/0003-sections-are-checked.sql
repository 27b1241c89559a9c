-- outside of a transaction
alter table admin.permission_override validate constraint permission_override_section;
