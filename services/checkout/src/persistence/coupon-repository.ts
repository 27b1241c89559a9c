import type { CouponsQuery } from '@campstore/contract/admin/coupons'
import { type Coupon, couponSchema } from '@campstore/contract/coupons'
import { columnList } from '@campstore/database/column-list'
import { matchesSearch, whenPresent } from '@campstore/database/conditions'
import { orderByField } from '@campstore/database/page-query'
import type { FindPage, FoundPage } from '@campstore/database/pagination'
import { LockMode } from '@mikro-orm/core'
import { type EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql'
import { CouponEntity, type CouponRow } from './entities.ts'

/** What coupons are sorted by, texts by their lower case (docs/contract/admin.md#lists); each has an index with the id. */
const sortColumns = {
  createdAt: 'created_at',
  code: '(lower(code) collate "C")',
  name: '(lower(name) collate "C")',
  endsAt: 'ends_at',
} as const

/** Columns of a coupon under the names of its fields. */
const couponColumns = columnList('coupon', Object.keys(couponSchema.shape))

/** One page of coupons. */
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

/** A coupon; null when there is none. */
export const findCoupon = (em: EntityManager, id: string): Promise<CouponRow | null> => em.findOne(CouponEntity, { id })

/** A coupon, locked until the transaction ends. Transactions that apply a claim on it wait, and it waits for them. */
export const lockCoupon = (em: EntityManager, id: string): Promise<CouponRow | null> =>
  em.findOne(CouponEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })

/** Inserts a coupon; false when another one has its code, in any case. */
export async function insertCoupon(em: EntityManager, coupon: CouponRow): Promise<boolean> {
  try {
    await em.insert(CouponEntity, coupon)
    return true
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) return false
    throw error
  }
}
