-- Uses a claim again for an order that had released it, whatever its coupon allows new orders: the order keeps the discount. An order
-- without a claim changes nothing.
--
-- Refusal (src/persistence/refusals.ts): CS305 coupon_not_applicable, when the claim is on another order or gone, or others have used
-- the coupon as often as it may be.
create or replace function checkout.retake_claim(p_claim_id bigint, p_order_id text) returns void
language plpgsql
as $$
declare
  claimed_coupon text;
begin
  if p_claim_id is null then
    return;
  end if;
  select coupon_id into claimed_coupon
  from checkout.coupon_claim
  where id = p_claim_id and status = 'available'
  for no key update;
  perform from checkout.coupon where id = claimed_coupon for no key update;

  update checkout.coupon_claim
  set status = 'used', order_id = p_order_id
  from checkout.coupon
  where coupon_claim.id = p_claim_id
    and coupon.id = claimed_coupon
    and (
      coupon.usage_limit is null
      or coupon.usage_limit > coupon.used_count + (
        select count(*)
        from checkout.coupon_claim applied
        where applied.coupon_id = coupon.id and applied.status = 'applied'
      )
    );
  if not found then
    raise exception 'coupon_not_applicable' using errcode = 'CS305';
  end if;
end
$$;
