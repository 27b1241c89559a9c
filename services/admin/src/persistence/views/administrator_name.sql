-- Names of administrators, for the histories and lists of other services.
create or replace view admin.administrator_name as
  select id, name
  from admin.account;

grant usage on schema admin to campstore_booking, campstore_checkout, campstore_me, campstore_products;
grant select on admin.administrator_name to campstore_booking, campstore_checkout, campstore_me, campstore_products;
