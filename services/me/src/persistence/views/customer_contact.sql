-- How staff reach a customer, for the lists of other services.
create or replace view member.customer_contact as
  select id, name, email, email_verified and email <> '' as email_verified, phone, search_text
  from member.customer;

grant select on member.customer_contact to campstore_booking, campstore_checkout;
