-- The members of the load.
insert into member.customer (id, firebase_uid, name, email, registered_at, updated_at)
select 'load-' || n, 'load-member-' || n, 'Load Member ' || n, 'load-member-' || n || '@members.test', now(), now()
from generate_series(1, :members) n;
