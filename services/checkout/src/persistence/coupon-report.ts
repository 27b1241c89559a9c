import type { ReportQuery } from '@campstore/contract/admin/reports'
import type { CouponReport } from '@campstore/contract/coupons'
import type { Queryable } from '@campstore/database/database'
import { isPastHold, usedAt } from './order-conditions.ts'

/** What each coupon cost within some days, by code (docs/contract/admin.md#coupon-report). */
export async function findCouponReport(database: Queryable, { from, to }: ReportQuery): Promise<CouponReport[]> {
  const { rows } = await database.query<CouponReport>({
    name: 'coupon-report',
    text: /* sql */ `
    with days as (
      select
        $1::date::timestamp at time zone 'Asia/Taipei' as begin_at,
        ($2::date + 1)::timestamp at time zone 'Asia/Taipei' as end_at
    ),
    sold as (
      select
        coupon ->> 'id' as coupon_id, count(*)::integer as used, sum(subtotal) as subtotal, sum(discount) as discount
      from checkout.store_order
      where coupon is not null
        and ${isPastHold}
        and ${usedAt} >= (select begin_at from days)
        and ${usedAt} < (select end_at from days)
        and status <> 'cancelled'
      group by coupon ->> 'id'
    )
    select
      coupon.id as "couponId", coupon.code, coupon.name,
      (
        select count(*)::integer
        from checkout.coupon_claim
        where coupon_id = coupon.id
      ) as claims,
      coalesce(sold.used, 0) as used,
      (
        select count(*)::integer
        from checkout.coupon_claim
        where coupon_id = coupon.id and status = 'applied'
      ) as applied,
      coalesce(sold.subtotal, 0.00) as subtotal, coalesce(sold.discount, 0.00) as discount
    from checkout.coupon
    cross join days
    left join sold on sold.coupon_id = coupon.id
    where sold.coupon_id is not null or coupon.starts_at < end_at and coupon.ends_at > begin_at
    order by lower(coupon.code) collate "C", coupon.id`,
    values: [from, to],
  })
  return rows
}
