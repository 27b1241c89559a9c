-- Where a campground is, and by which number guests reach it.
alter table booking.campground
  add column address text,
  add column phone text,
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180);
