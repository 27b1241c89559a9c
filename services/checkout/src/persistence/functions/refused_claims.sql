-- Locks the claims of undecided orders and then their coupons, each in the order of ids, and returns the orders to which a claim cannot be
-- applied (docs/contract/coupons.md#eligibility, #usage-limit), by their number: the claim is the customer's and available, its coupon is
-- active and in its period, and the usage limit, counted over used and applied claims, leaves room. An order without a claim has a null.
--
-- A coupon without a limit is locked for key share only, so that its orders do not wait for each other; an administrator's change of the
-- coupon waits for them, and they wait for it.
--
-- Outcomes: `coupon_not_applicable`; or `again`, if the claim can be applied without those of earlier orders here.
create or replace function checkout.refused_claims(
  p_claim_ids bigint[],
  p_customer_ids text[],
  p_at timestamptz[],
  p_outcomes text[]
) returns table (hold integer, outcome text)
language plpgsql
as $$
declare
  claim_holds integer[];
  coupon_ids text[];
begin
  select array_agg(claimed.hold), array_agg(claimed.coupon_id)
  into claim_holds, coupon_ids
  from (
    select wanted.hold::integer, claim.coupon_id
    from unnest(p_claim_ids, p_customer_ids) with ordinality as wanted (claim_id, customer_id, hold)
    join checkout.coupon_claim claim
      on claim.id = wanted.claim_id and claim.customer_id = wanted.customer_id and claim.status = 'available'
    where p_outcomes[wanted.hold] is null
    order by claim.id
    for no key update of claim
  ) claimed;
  perform from checkout.coupon where id = any (coupon_ids) order by id for key share;
  perform from checkout.coupon where id = any (coupon_ids) and usage_limit is not null order by id for no key update;

  return query
  select judged.hold, case when judged.applies then 'again' else 'coupon_not_applicable' end
  from (
    select
      wanted.hold,
      coupon.id is not null and coalesce(coupon.uses_left > 0, true) as applies,
      row_number() over (partition by wanted.coupon_id order by wanted.hold) > coupon.uses_left
      or row_number() over (partition by wanted.claim_id order by wanted.hold) > 1 as is_contended
    from (
      select number as hold, p_claim_ids[number] as claim_id, coupon_ids[array_position(claim_holds, number)] as coupon_id
      from generate_subscripts(p_claim_ids, 1) as number
      where p_claim_ids[number] is not null and p_outcomes[number] is null
    ) wanted
    -- Null uses are left of a coupon without a limit.
    left join lateral (
      select
        offered.id,
        case when offered.usage_limit is not null then
          offered.usage_limit - offered.used_count - (
            select count(*)
            from checkout.coupon_claim applied
            where applied.coupon_id = offered.id and applied.status = 'applied'
          )
        end as uses_left
      from checkout.coupon offered
      where offered.id = wanted.coupon_id
        and offered.status = 'active'
        and offered.starts_at <= p_at[wanted.hold]
        and p_at[wanted.hold] < offered.ends_at
      offset 0
    ) coupon on true
  ) judged
  where not judged.applies or judged.is_contended;
end
$$;
