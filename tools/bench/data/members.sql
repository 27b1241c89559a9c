-- An administrator, the members of the load, and other customers.
insert into admin.account (id, email, name, role, firebase_uid, created_at, updated_at)
values ('bench-admin', 'bench-administrator@members.test', 'Bench', 'admin', 'bench-administrator', now(), now());

insert into member.customer (id, firebase_uid, name, email, registered_at, updated_at)
select 'load-' || n, 'load-member-' || n, 'Load Member ' || n, 'load-member-' || n || '@members.test', now(), now()
from generate_series(1, :members) n;

insert into member.customer (id, firebase_uid, name, email, phone, registered_at, updated_at)
select 'stored-' || n, 'subject-' || n, initcap(substr(md5(n::text), 1, 5)), 'stored-' || n || '@members.test',
  '09' || lpad((n * 7919::bigint % 100000000)::text, 8, '0'), now() - n * interval '60 seconds', now()
from generate_series(0, :customers - 1) n;
