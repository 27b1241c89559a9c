-- What other services may know of a customer: enough to authorize a request, and to see what a token brings that is new.
create or replace view member.customer_principal as
select id, firebase_uid, name, email, status, email_verified, email_as_of, phone is not null as has_phone,
  status <> 'deleted' and joined_into is null as follows_token
from member.customer;

grant select on member.customer_principal to campstore_booking, campstore_checkout;
