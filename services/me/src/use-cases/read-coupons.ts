import type { Member } from '@campstore/auth/members'
import type { MemberCoupon } from '@campstore/contract/coupons'
import type { Page } from '@campstore/contract/route'
import type { ServiceContext } from '@campstore/service/dependencies'
import { findCouponsOfCustomer } from '../persistence/coupons.ts'
import { presentCoupon } from '../presenters.ts'

/** One page of the member's coupon claims, newest first, each with its coupon (docs/contract/member.md#own-coupons). */
export async function listCoupons(
  { database }: Pick<ServiceContext, 'database'>,
  { page, size }: { page: number; size: number },
  { customerId }: Member,
): Promise<Page<MemberCoupon>> {
  const { items, totalElements } = await findCouponsOfCustomer(database.requests, customerId, { page, size })
  return { items: items.map(presentCoupon), page, size, totalElements }
}
