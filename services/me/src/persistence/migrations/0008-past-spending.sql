-- What a customer spent before this service, in TWD: total_spent is this and the sum of the purchases. Only an import sets it.
alter table member.customer
  add column past_spending numeric(12, 2) not null default 0 check (past_spending >= 0);
