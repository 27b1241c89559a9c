import type { Coupon, CouponClaim } from '@campstore/contract/coupons'
import type { Queryable } from '@campstore/database/database'
import { type CustomerList, findCustomerPage } from './customer-page.ts'

/** A claim and its coupon: a row of the view `checkout.member_coupon`, with times as texts. */
export type ClaimedCoupon = Coupon & {
  claimId: string
  customerId: string
  claimStatus: CouponClaim['status']
  orderId: string | null
  claimedAt: string
}

const couponsOfCustomer: CustomerList = {
  rows: {
    name: 'coupons-of-customer',
    text: /* sql */ `
      select
        claim_id as "claimId",
        customer_id as "customerId",
        claim_status as "claimStatus",
        order_id as "orderId",
        claimed_at as "claimedAt",
        id,
        code,
        name,
        discount_type as "discountType",
        discount_value as "discountValue",
        min_spend as "minSpend",
        max_discount as "maxDiscount",
        starts_at as "startsAt",
        ends_at as "endsAt",
        usage_limit as "usageLimit",
        used_count as "usedCount",
        status,
        created_at as "createdAt",
        updated_at as "updatedAt"
      from checkout.member_coupon
      where customer_id = $1
      order by claimed_at desc, claim_id desc
      limit $2 offset $3`,
  },
  count: {
    name: 'count-of-coupons',
    text: 'select count(*)::integer as total from checkout.member_coupon where customer_id = $1',
  },
}

/** One page of a customer's claims with their coupons, newest claim first, and their total number. */
export const findCouponsOfCustomer = (
  database: Queryable,
  customerId: string,
  paging: { page: number; size: number },
): Promise<{ items: ClaimedCoupon[]; totalElements: number }> =>
  findCustomerPage<ClaimedCoupon>(database, couponsOfCustomer, customerId, paging)
