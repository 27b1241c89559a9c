-- Applies a customer's claim to an order, if checkout.refused_claims does not refuse it.
--
-- Refusal (src/persistence/refusals.ts): CS305 coupon_not_applicable.
create or replace function checkout.apply_claim(
  p_claim_id bigint,
  p_customer_id text,
  p_order_id text,
  p_at timestamptz
) returns void
language plpgsql
as $$
begin
  perform from checkout.refused_claims(array[p_claim_id], array[p_customer_id], array[p_at], array[null::text]);
  if found then
    raise exception 'coupon_not_applicable' using errcode = 'CS305';
  end if;
  update checkout.coupon_claim set status = 'applied', order_id = p_order_id where id = p_claim_id;
end
$$;
