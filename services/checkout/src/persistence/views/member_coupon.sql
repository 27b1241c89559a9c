-- Members' coupon claims with their coupons, for the me service.
create or replace view checkout.member_coupon as
  select
    claim.id as claim_id, claim.customer_id, claim.status as claim_status, claim.order_id, claim.claimed_at, coupon.id,
    coupon.code, coupon.name, coupon.discount_type, coupon.discount_value, coupon.min_spend, coupon.max_discount,
    coupon.starts_at, coupon.ends_at, coupon.usage_limit, coupon.used_count, coupon.status, coupon.created_at,
    coupon.updated_at,
    -- Used and applied claims, as the usage limit counts them.
    case
      when coupon.usage_limit is null then 0
      else coupon.used_count + (
        select count(*)
        from checkout.coupon_claim applied
        where applied.coupon_id = coupon.id and applied.status = 'applied'
      )
    end::integer as redemptions
  from checkout.coupon_claim claim
  join checkout.coupon on coupon.id = claim.coupon_id;

grant select on checkout.member_coupon to campstore_me;
