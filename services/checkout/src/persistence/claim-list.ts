import type { ClaimsQuery } from '@campstore/contract/admin/coupons'
import { type AdminClaim, couponClaimSchema } from '@campstore/contract/coupons'
import { columnList } from '@campstore/database/column-list'
import { whenPresent } from '@campstore/database/conditions'
import type { FindPage, FoundPage } from '@campstore/database/pagination'

const columns = /* sql */ `
  ${columnList('claim', Object.keys(couponClaimSchema.shape))},
  coupon.code,
  json_build_object(
    'id', claim.customer_id, 'name', coalesce(customer.name, ''), 'email', coalesce(customer.email, '')
  ) as customer,
  store_order.discount, store_order.status as "orderStatus"`

/** Only left joins on unique keys, which the count of all claims leaves out. */
const claims = /* sql */ `checkout.coupon_claim claim
  left join checkout.coupon on coupon.id = claim.coupon_id
  left join member.customer_contact customer on customer.id = claim.customer_id
  left join checkout.store_order on store_order.id = claim.order_id`

/**
 * One page of the claims on coupons, those given last first, and how many there are. Their ids are in the order in which they
 * were given, and have an index; one of `claimed_at` would be written by each checkout that applies a claim. Ids are text, as the
 * driver returns them.
 */
export const findClaims = (
  findPage: FindPage,
  { page, size, couponId, customerId, status }: ClaimsQuery,
): Promise<FoundPage<AdminClaim>> =>
  findPage<AdminClaim>({
    columns,
    from: claims,
    page,
    size,
    conditions: [
      whenPresent(couponId, 'claim.coupon_id = ?'),
      whenPresent(customerId, 'claim.customer_id = ?'),
      whenPresent(status, 'claim.status = ?'),
    ],
    orderBy: { field: 'claim.id', id: 'claim.id', direction: 'desc' },
    idsFirst: true,
  })
