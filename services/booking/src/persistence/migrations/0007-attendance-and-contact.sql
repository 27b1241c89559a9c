-- Whether the guests came: `arrived` or `no-show`; null until staff say so. And who comes, with name and phone, if the member said it.
alter table booking.booking add column attendance text, add column contact jsonb;
