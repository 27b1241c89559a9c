import type { CouponsQuery } from '@campstore/contract/admin/coupons'
import type { Coupon, CouponClaim } from '@campstore/contract/coupons'
import type { Queryable } from '@campstore/database/database'
import { contains, type FindPage, ordered, whenPresent } from '@campstore/database/pagination'

type Times = 'startsAt' | 'endsAt' | 'createdAt' | 'updatedAt'

/** A coupon as it is kept. Amounts are TWD, times are instants. */
export type StoredCoupon = Omit<Coupon, Times> & Record<Times, Date>
type CouponRow = Omit<Coupon, Times> & Record<Times, string>

/** A claim as it is kept. */
export type StoredClaim = Omit<CouponClaim, 'claimedAt'> & { claimedAt: Date }

const couponColumns = /* sql */ `
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
  updated_at as "updatedAt"`

const toCoupon = (row: CouponRow): StoredCoupon => ({
  ...row,
  startsAt: new Date(row.startsAt),
  endsAt: new Date(row.endsAt),
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
})

/** What administrators search coupons by (decisions.md, 9); an index has the very same expression. */
export const couponSearchText = /* sql */ `(code || E'\\n' || name)`

/** What coupons are sorted by, texts by their lower case (decisions.md, 12); each has an index with the id. */
export const couponSortColumns = {
  createdAt: 'created_at',
  code: '(lower(code) collate "C")',
  name: '(lower(name) collate "C")',
  endsAt: 'ends_at',
} as const

/** One page of coupons and how many there are. */
export async function findCoupons(
  findPage: FindPage,
  { page, size, q, status, sort }: CouponsQuery,
): Promise<{ items: StoredCoupon[]; totalElements: number }> {
  const { items, totalElements } = await findPage<CouponRow>({
    columns: couponColumns,
    from: 'checkout.coupon',
    page,
    size,
    conditions: [contains(couponSearchText, q), whenPresent(status, 'status = ?')],
    orderBy: ordered(sort, couponSortColumns, 'id'),
  })
  return { items: items.map(toCoupon), totalElements }
}

const couponById = `select ${couponColumns} from checkout.coupon where id = $1`

async function one(database: Queryable, text: string, values: unknown[]): Promise<StoredCoupon | undefined> {
  const { rows } = await database.query<CouponRow>(text, values)
  const [row] = rows
  return row && toCoupon(row)
}

/** A coupon. */
export const findCoupon = (database: Queryable, id: string): Promise<StoredCoupon | undefined> =>
  one(database, couponById, [id])

/**
 * A coupon, locked until the transaction ends: nobody applies a claim on it meanwhile, and those who were about to have
 * done so.
 */
export const lockCoupon = (tx: Queryable, id: string): Promise<StoredCoupon | undefined> =>
  one(tx, `${couponById} for update`, [id])

/** How many claims of a coupon are on an unpaid order. Under the coupon's lock none is added. */
export async function countApplied(tx: Queryable, couponId: string): Promise<number> {
  const { rows } = await tx.query<{ applied: number }>(
    `select count(*)::integer as applied from checkout.coupon_claim where coupon_id = $1 and status = 'applied'`,
    [couponId],
  )
  return rows[0]?.applied ?? 0
}

/** Adds a coupon; false where its code is taken, in whatever case. */
export async function addCoupon(database: Queryable, coupon: StoredCoupon): Promise<boolean> {
  const { rowCount } = await database.query(
    /* sql */ `
    insert into checkout.coupon
    select * from jsonb_populate_record(null::checkout.coupon, $1)
    on conflict (lower(code)) do nothing`,
    [JSON.stringify(couponRow(coupon))],
  )
  return rowCount === 1
}

/** Writes what can be changed of a coupon that is locked. */
export async function saveCoupon(tx: Queryable, coupon: StoredCoupon): Promise<void> {
  await tx.query(
    /* sql */ `
    update checkout.coupon
    set name = changed.name,
        discount_value = changed.discount_value,
        min_spend = changed.min_spend,
        max_discount = changed.max_discount,
        starts_at = changed.starts_at,
        ends_at = changed.ends_at,
        usage_limit = changed.usage_limit,
        status = changed.status,
        updated_at = changed.updated_at
    from jsonb_populate_record(null::checkout.coupon, $1) changed
    where coupon.id = changed.id`,
    [JSON.stringify(couponRow(coupon))],
  )
}

/** The columns of `checkout.coupon`, as `jsonb_populate_record` reads them. */
const couponRow = (coupon: StoredCoupon): Record<string, unknown> => ({
  id: coupon.id,
  code: coupon.code,
  name: coupon.name,
  discount_type: coupon.discountType,
  discount_value: coupon.discountValue,
  min_spend: coupon.minSpend,
  max_discount: coupon.maxDiscount,
  starts_at: coupon.startsAt,
  ends_at: coupon.endsAt,
  usage_limit: coupon.usageLimit,
  used_count: coupon.usedCount,
  status: coupon.status,
  created_at: coupon.createdAt,
  updated_at: coupon.updatedAt,
})

/** What came of a claim; without one, the coupon or the customer is unknown, or the customer has claimed it before. */
export type Claiming = { couponKnown: boolean; customerKnown: boolean; claim: StoredClaim | null }

/** Gives a customer who is not deleted a claim on a coupon, unless they have one. */
export async function addClaim(
  database: Queryable,
  { couponId, customerId, at }: { couponId: string; customerId: string; at: Date },
): Promise<Claiming> {
  const { rows } = await database.query<{ couponKnown: boolean; customerKnown: boolean; claimId: string | null }>(
    /* sql */ `
    with coupon as (
      select id from checkout.coupon where id = $1
    ),
    customer as (
      select id from member.customer_principal where id = $2 and status <> 'deleted'
    ),
    claimed as (
      insert into checkout.coupon_claim (coupon_id, customer_id, claimed_at)
      select coupon.id, customer.id, $3
      from coupon, customer
      on conflict (coupon_id, customer_id) do nothing
      returning id
    )
    select
      exists (select from coupon) as "couponKnown",
      exists (select from customer) as "customerKnown",
      (select id from claimed) as "claimId"`,
    [couponId, customerId, at],
  )
  const { couponKnown = false, customerKnown = false, claimId = null } = rows[0] ?? {}
  const claim = { couponId, customerId, status: 'available', orderId: null, claimedAt: at } as const
  return { couponKnown, customerKnown, claim: claimId === null ? null : { id: Number(claimId), ...claim } }
}
