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
  name: 'coupons',
  columns: `${columnList('member_coupon', ['claimId', 'customerId', 'claimStatus', 'orderId', 'claimedAt', 'redemptions'])},
    ${columnList('member_coupon', Object.keys(couponSchema.shape))}`,
  table: 'checkout.member_coupon',
  orderBy: 'claimed_at desc, claim_id desc',
}

/** One page of a customer's claims with their coupons, newest claim first, and their total number. */
export const findCouponsOfCustomer = (
  database: Queryable,
  customerId: string,
  paging: { page: number; size: number },
): Promise<FoundPage<ClaimedCoupon>> => findCustomerPage<ClaimedCoupon>(database, couponsOfCustomer, customerId, paging)
