-- The pieces of variants that are rented out today, by location: active reservations that contain today, by the policy's time
-- zone and boundary hour (docs/contract/booking.md#nights-and-holidays). The products service shows them with its stock. It
-- runs with the rights of the schema's owner.
create or replace function booking.rented_out(p_variant_ids text[], p_at timestamptz)
returns table (variant_id text, location_id text, pieces bigint)
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select reservation.variant_id, reservation.location_id, sum(reservation.quantity)
  from booking.rental_reservation reservation
  where reservation.variant_id = any (p_variant_ids)
    and reservation.status = 'active'
    and reservation.stay @> (
      select ((p_at - make_interval(hours => policy.date_boundary_hour)) at time zone policy.timezone)::date
      from booking.policy
      where policy.id = 1
    )
  group by reservation.variant_id, reservation.location_id
$$;

grant usage on schema booking to campstore_products;
grant execute on function booking.rented_out to campstore_products;
