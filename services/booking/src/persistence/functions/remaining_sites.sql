-- The sites of each zone that remain on every night of a stay: its number minus what is taken on the fullest night. An inactive zone has
-- none.
create or replace function booking.remaining_sites(p_zone_ids text[], p_stay daterange)
returns table (zone_id text, campground_id text, remaining integer)
language sql
stable
as $$
  select
    zone.id,
    zone.campground_id,
    case
      when zone.active then greatest(zone.total_sites - coalesce((
        select max(night.taken)
        from booking.taken_nights(zone.id, p_stay) night
      ), 0), 0)
      else 0
    end
  from booking.zone
  where zone.id = any (p_zone_ids)
$$;
