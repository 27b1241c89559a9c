-- Applies a customer's claim to an order (docs/contract/coupons.md#eligibility, #usage-limit): the claim is the customer's and
-- available, its coupon is active and in its period, and the usage limit, counted over used and applied claims, leaves room.
--
-- The claim is locked before its coupon. A coupon without a limit is locked for key share only, so that its orders do not wait
-- for each other; an administrator's change of the coupon waits for them, and they wait for it.
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
declare
  claim checkout.coupon_claim;
  coupon_limit integer;
begin
  select * into claim
  from checkout.coupon_claim
  where id = p_claim_id and customer_id = p_customer_id and status = 'available'
  for no key update;
  if not found then
    raise exception 'coupon_not_applicable' using errcode = 'CS305';
  end if;

  select usage_limit into coupon_limit from checkout.coupon where id = claim.coupon_id for key share;
  if coupon_limit is not null then
    perform from checkout.coupon where id = claim.coupon_id for no key update;
  end if;

  perform
  from checkout.coupon
  where coupon.id = claim.coupon_id
    and coupon.status = 'active'
    and coupon.starts_at <= p_at
    and p_at < coupon.ends_at
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

  update checkout.coupon_claim set status = 'applied', order_id = p_order_id where id = p_claim_id;
end
$$;
