-- Why a customer was suspended. The version before does not set it.
alter table member.customer add column status_reason text;
