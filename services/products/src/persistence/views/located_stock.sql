-- The pieces on hand at each location, for the staff lists of other services.
create or replace view inventory.located_stock as
  select
    stock.variant_id, stock.location_id, location.name as location_name, location.kind, location.campground_id,
    stock.on_hand, stock.reserved
  from inventory.stock
  join inventory.location on location.id = stock.location_id;

grant select on inventory.located_stock to campstore_booking, campstore_checkout;
