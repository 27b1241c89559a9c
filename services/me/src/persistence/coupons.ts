import { type Coupon, type CouponClaim, couponSchema } from '@campstore/contract/coupons'
import { columnList } from '@campstore/database/column-list'
import { type CustomerList, findCustomerPage } from '@campstore/database/customer-page'
import type { Queryable } from '@campstore/database/database'
import type { FoundPage } from '@campstore/database/pagination'

/** A claim and its coupon: a row of the view `checkout.member_coupon`, with times as texts. */
export type ClaimedCoupon = Coupon & {
  claimId: string
  customerId: string
  claimStatus: CouponClaim['status']
  orderId: string | null
  redemptions: number
  claimedAt: string
}

const couponsOfCustomer: CustomerList = {
  rows: {
    name: 'coupons-of-customer',
    text: /* sql */ `
      select
        ${columnList('member_coupon', ['claimId', 'customerId', 'claimStatus', 'orderId', 'claimedAt', 'redemptions'])},
        ${columnList('member_coupon', Object.keys(couponSchema.shape))}
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
): Promise<FoundPage<ClaimedCoupon>> => findCustomerPage<ClaimedCoupon>(database, couponsOfCustomer, customerId, paging)
