-- Paths or addresses of pictures; the first is the primary one.
alter table booking.campground add column images text[] not null default '{}';
alter table booking.zone add column images text[] not null default '{}';
