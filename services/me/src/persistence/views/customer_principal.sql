-- The data of a customer for other services: enough to authorize a request, and to detect new data in a token.
create or replace view member.customer_principal as
select id, firebase_uid, name, email, status, email_verified, email_as_of, phone is not null as has_phone,
  status <> 'deleted' and joined_into is null as follows_token
from member.customer;

grant select on member.customer_principal to campstore_booking, campstore_checkout;
