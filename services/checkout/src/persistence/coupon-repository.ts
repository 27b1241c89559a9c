import type { CouponsQuery } from '@campstore/contract/admin/coupons'
import { matchesSearch, whenPresent } from '@campstore/database/conditions'
import { orderByField } from '@campstore/database/page-query'
import type { FindPage } from '@campstore/database/pagination'
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

/** The ids of one page of coupons, and how many there are. */
export async function findCouponIds(
  findPage: FindPage,
  { page, size, q, status, sort }: CouponsQuery,
): Promise<{ ids: string[]; totalElements: number }> {
  const { items, totalElements } = await findPage<{ id: string }>({
    columns: 'id',
    from: 'checkout.coupon',
    page,
    size,
    conditions: [matchesSearch('search_text', q), whenPresent(status, 'status = ?')],
    orderBy: orderByField(sort, sortColumns, 'id'),
  })
  return { ids: items.map(({ id }) => id), totalElements }
}

/** Coupons in the order of their ids here. */
export async function findCoupons(em: EntityManager, ids: readonly string[]): Promise<CouponRow[]> {
  const coupons = await em.find(CouponEntity, { id: { $in: [...ids] } })
  const byId = new Map(coupons.map(coupon => [coupon.id, coupon]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

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
