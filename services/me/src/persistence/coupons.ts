import { type Coupon, type CouponClaim, couponSchema } from '@campstore/contract/coupons'
import { columnList } from '@campstore/database/column-list'
import type { CustomerList } from '@campstore/database/customer-page'

/** A claim and its coupon: a row of the view `checkout.member_coupon`, with times as texts. */
export type ClaimedCoupon = Coupon & {
  claimId: string
  customerId: string
  claimStatus: CouponClaim['status']
  orderId: string | null
  redemptions: number
  claimedAt: string
}

/** A customer's claims with their coupons ({@link ClaimedCoupon}), newest claim first. */
export const couponsOfCustomer: CustomerList = {
  name: 'coupons',
  columns: `${columnList('member_coupon', ['claimId', 'customerId', 'claimStatus', 'orderId', 'claimedAt', 'redemptions'])},
    ${columnList('member_coupon', Object.keys(couponSchema.shape))}`,
  table: 'checkout.member_coupon',
  orderBy: 'claimed_at desc, claim_id desc',
}
