-- A campground with as many zones and rental listings as a request may name.
insert into booking.zone (id, campground_id, type, capacity_per_site, price_weekday, price_holiday, total_sites)
select 'camp-1-zone-' || zone, 'camp-1', 'tent', 6, 800 + zone, 1200 + zone, 1000000
from generate_series(:zones + 1, 100) zone;

insert into booking.rental_listing (id, campground_id, variant_id, price_weekday, price_holiday)
select 'listing-' || n, 'camp-1', 'variant-' || lpad(n::text, 6, '0') || '-1', 100, 150
from generate_series(1, 100) n;
