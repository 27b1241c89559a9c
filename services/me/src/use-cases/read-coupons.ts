import type { Member } from '@campstore/auth/members'
import type { MemberCoupon } from '@campstore/contract/coupons'
import type { Page } from '@campstore/contract/route'
import type { Running } from '@campstore/service/dependencies'
import { findCouponsOfCustomer } from '../persistence/coupons.ts'
import { presentCoupon } from '../presenters.ts'

/** One page of the caller's coupon claims, newest first, each with its coupon (decisions.md, 8). */
export const listCoupons =
  ({ database }: Pick<Running, 'database'>) =>
  async (paging: { page: number; size: number }, { customerId }: Member): Promise<Page<MemberCoupon>> => {
    const { items, totalElements } = await findCouponsOfCustomer(database.pool, customerId, paging)
    return { items: items.map(presentCoupon), ...paging, totalElements }
  }
