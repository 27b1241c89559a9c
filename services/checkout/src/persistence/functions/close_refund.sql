-- Records that a refund was made: the first to say so wins (docs/contract/admin.md#refunds).
--
-- Returns done, where it was due; repeated, where it was done with the same reference; contradictory, where it was done with
-- another one, or where another refund, of a booking or an order, has this reference; null for an unknown id.
create or replace function checkout.close_refund(
  p_id text,
  p_reference text,
  p_note text,
  p_actor_type text,
  p_actor_id text,
  p_at timestamptz
) returns text
language plpgsql
as $$
{{close_refund}}
$$;
