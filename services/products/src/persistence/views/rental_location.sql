-- Where the rental stock of each campground is, for the booking service.
create or replace view inventory.rental_location as
  select location.id as location_id, location.campground_id
  from inventory.location
  where location.kind = 'rental' and location.active;

grant select on inventory.rental_location to campstore_booking;
