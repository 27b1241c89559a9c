-- Records that a refund was made: the first to say so wins (docs/contract/admin.md#refunds).
--
-- Returns done, where it was due; repeated, where it was done with the same reference; contradictory, where it was done with
-- another one, or where another refund, of a booking or an order, has this reference; null for an unknown id.
--
-- It runs with the rights of the schema's owner, so that the checkout service, which answers for both kinds of refunds, can close
-- one and change nothing else.
create or replace function booking.close_refund(
  p_id text,
  p_reference text,
  p_note text,
  p_actor_type text,
  p_actor_id text,
  p_at timestamptz
) returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
{{close_refund}}
$$;

grant usage on schema booking to campstore_checkout;
grant execute on function booking.close_refund to campstore_checkout;
