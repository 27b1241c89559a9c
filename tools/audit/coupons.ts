import { always, type Invariant } from './invariant.ts'

/** What holds of coupons and claims. */
export const couponInvariants: readonly Invariant[] = [
  ...always({
    // Applied on an open order, used by one that is paid or confirmed for cash on delivery, free without either, and when all of it
    // came back unpaid.
    'coupon claims match their order': `
      select claim.id as claim_id, claim.status, claim.order_id as on_order, claiming.id as order_id,
        claiming.payment_status, claiming.cod_confirmed_at
      from checkout.coupon_claim claim
      full join (
        select *
        from checkout.store_order
        where coupon_claim_id is not null
          and status <> 'cancelled'
          and (status <> 'returned' or payment_status <> 'unpaid')
      ) claiming on claiming.id = claim.order_id and claiming.coupon_claim_id = claim.id
      where claim.status is distinct from case
          when claiming.id is null then 'available'
          when claiming.payment_status = 'unpaid' and claiming.cod_confirmed_at is null then 'applied'
          else 'used'
        end
        or claiming.id is not null and claiming.customer_id is distinct from claim.customer_id
          -- Of two claims on one coupon, a join leaves one with its customer.
          and not exists (
            select
            from member.customer
            where customer.id = claim.customer_id and customer.joined_into = claiming.customer_id
          )`,
    // It may be more: an imported coupon may have been used before there were claims here.
    'coupons count at least their used claims': `
      select coupon.id as coupon_id, coupon.used_count, used.claims
      from checkout.coupon
      cross join lateral (
        select count(*) as claims from checkout.coupon_claim where coupon_id = coupon.id and status = 'used'
      ) used
      where coupon.used_count < used.claims`,
    'no coupon is used and applied more often than its limit': `
      select coupon.id as coupon_id, coupon.usage_limit, coupon.used_count, applied.claims as applied
      from checkout.coupon
      cross join lateral (
        select count(*) as claims from checkout.coupon_claim where coupon_id = coupon.id and status = 'applied'
      ) applied
      where coupon.used_count + applied.claims > coupon.usage_limit`,
  }),
]
