import type { CouponsQuery } from '@campstore/contract/admin/coupons'
import { type Coupon, couponSchema } from '@campstore/contract/coupons'
import { columnList } from '@campstore/database/column-list'
import { matchesSearch, whenPresent } from '@campstore/database/conditions'
import { orderByField } from '@campstore/database/page-query'
import type { FindPage, FoundPage } from '@campstore/database/pagination'

/** What coupons are sorted by, texts by their lower case (docs/contract/admin.md#lists); each has an index with the id. */
const sortColumns = {
  createdAt: 'created_at',
  code: '(lower(code) collate "C")',
  name: '(lower(name) collate "C")',
  endsAt: 'ends_at',
} as const

/** Columns of a coupon under the names of its fields. */
const couponColumns = columnList('coupon', Object.keys(couponSchema.shape))

export const findCoupons = (
  findPage: FindPage,
  { page, size, q, status, sort }: CouponsQuery,
): Promise<FoundPage<Coupon>> =>
  findPage<Coupon>({
    columns: couponColumns,
    from: 'checkout.coupon',
    page,
    size,
    conditions: [matchesSearch('search_text', q), whenPresent(status, 'status = ?')],
    orderBy: orderByField(sort, sortColumns, 'id'),
  })
