-- The local time at which the guests mean to arrive, HH:MM; null where the member has not said.
alter table booking.booking add column arrival_time text;
