-- What other services may know of a customer: enough to authorize a request.
create or replace view member.customer_principal as
select id, firebase_uid, name, email, status, email_verified
from member.customer;

grant select on member.customer_principal to campstore_booking, campstore_checkout;
