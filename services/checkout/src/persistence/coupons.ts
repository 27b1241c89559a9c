import type { ClaimsQuery, CouponsQuery } from '@campstore/contract/admin/coupons'
import type { ReportQuery } from '@campstore/contract/admin/reports'
import {
  type AdminClaim,
  type Coupon,
  type CouponClaim,
  type CouponReport,
  couponClaimSchema,
  couponSchema,
} from '@campstore/contract/coupons'
import { columnList } from '@campstore/database/column-list'
import { whenPresent } from '@campstore/database/conditions'
import type { Queryable, Transaction } from '@campstore/database/database'
import { matchesLookUp } from '@campstore/database/look-up'
import { orderByField } from '@campstore/database/page-query'
import type { FindPage } from '@campstore/database/pagination'
import { allRows, firstRow } from '@campstore/database/rows'
import { contractJson } from '@campstore/service/contract-json'
import { claimedCouponSchema, type OwnClaim } from '../domain/coupons.ts'
import { isPastHold, usedAt } from './order-conditions.ts'

/** What coupons are sorted by, texts by their lower case (docs/contract/admin.md#lists); each has an index with the id. */
const sortColumns = {
  createdAt: 'created_at',
  code: '(lower(code) collate "C")',
  name: '(lower(name) collate "C")',
  endsAt: 'ends_at',
} as const

/** One page of the coupons; timestamps are text, as the driver returns them. */
export const findCoupons = (findPage: FindPage, { page, size, q, status, sort }: CouponsQuery) =>
  findPage<Coupon>({
    columns: columnList('coupon', Object.keys(couponSchema.shape)),
    from: 'checkout.coupon',
    page,
    size,
    conditions: [matchesLookUp({ indexed: [{ column: 'search_text' }] }, q), whenPresent(status, 'status = ?')],
    orderBy: orderByField(sort, sortColumns, 'id'),
  })

const claimColumns = /* sql */ `
  ${columnList('claim', Object.keys(couponClaimSchema.shape))}, coupon.code,
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
 * One page of the claims on coupons, those given last first; ids are text, as the driver returns them. Claims have ids in the order in
 * which they were given, with an index; one of `claimed_at` would be written by each checkout that applies a claim.
 */
export const findClaims = (findPage: FindPage, { page, size, couponId, customerId, status }: ClaimsQuery) =>
  findPage<AdminClaim>({
    columns: claimColumns,
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

/** What each coupon cost within some days, by code (docs/contract/admin.md#coupon-report). */
export const findCouponReport = (database: Queryable, { from, to }: ReportQuery): Promise<CouponReport[]> =>
  allRows(database, {
    name: 'coupon-report',
    text: /* sql */ `
    with days as (
      select
        $1::date::timestamp at time zone 'Asia/Taipei' as begin_at,
        ($2::date + 1)::timestamp at time zone 'Asia/Taipei' as end_at
    ),
    sold as (
      select
        coupon ->> 'id' as coupon_id, count(*)::integer as used, sum(subtotal) as subtotal, sum(discount) as discount
      from checkout.store_order
      where coupon is not null
        and ${isPastHold}
        and ${usedAt} >= (select begin_at from days)
        and ${usedAt} < (select end_at from days)
        and status <> 'cancelled'
        and not (status = 'returned' and payment_status = 'unpaid')
      group by coupon ->> 'id'
    )
    select
      coupon.id as "couponId", coupon.code, coupon.name,
      claim.claims, coalesce(sold.used, 0) as used, claim.applied,
      coalesce(sold.subtotal, 0.00) as subtotal, coalesce(sold.discount, 0.00) as discount
    from checkout.coupon
    cross join days
    cross join lateral (
      select count(*)::integer as claims, (count(*) filter (where status = 'applied'))::integer as applied
      from checkout.coupon_claim
      where coupon_id = coupon.id
    ) claim
    left join sold on sold.coupon_id = coupon.id
    where sold.coupon_id is not null or coupon.starts_at < end_at and coupon.ends_at > begin_at
    order by lower(coupon.code) collate "C", coupon.id`,
    values: [from, to],
  })

/**
 * SQL expression of a customer's own claim, as JSON in the shape of {@link OwnClaim}; null when there is none.
 *
 * @param claimId SQL of its id, a bigint
 * @param customerId SQL of the customer's id
 */
export const ownClaimJson = (claimId: string, customerId: string): string => /* sql */ `(
  select json_build_object(
    'id', claim_id, 'status', claim_status, 'orderId', order_id, 'coupon', ${contractJson('own', claimedCouponSchema)}
  )
  from checkout.member_coupon own
  where claim_id = ${claimId} and customer_id = ${customerId}
)`

/** Ids of claims are positive bigints. Any other number becomes 0, which no claim has. */
export const claimIdOrZero = (id: number): number => (Number.isSafeInteger(id) && id > 0 ? id : 0)

/** Locks claims in the order of their ids. */
export async function lockClaims(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.query({
    name: 'lock-claims',
    text: /* sql */ `
      select
      from checkout.coupon_claim
      where id = any ($1)
      order by id
      for no key update`,
    values: [ids],
  })
}

/** A claim; undefined when there is none or it belongs to another customer. */
export async function findOwnClaim(tx: Queryable, id: number, customerId: string): Promise<OwnClaim | undefined> {
  const { rows } = await tx.query<{ claim: OwnClaim | null }>({
    name: 'own-claim',
    text: `select ${ownClaimJson('$1', '$2')} as claim`,
    values: [id, customerId],
  })
  return rows[0]?.claim ?? undefined
}

/** Makes the claim on an order available again. */
export async function releaseClaim(tx: Transaction, orderId: string): Promise<void> {
  await tx.query({
    name: 'release-claim',
    text: /* sql */ `
    update checkout.coupon_claim
    set status = 'available', order_id = null
    where order_id = $1`,
    values: [orderId],
  })
}

/**
 * Applies a claim to an order, as decided under its lock. Throws an error with the SQLSTATE of `coupon_not_applicable`
 * (refusals.ts).
 */
export async function applyClaim(
  tx: Transaction,
  claim: { id: number; customerId: string; orderId: string; at: Date },
): Promise<void> {
  await tx.query({
    name: 'apply-claim',
    text: 'select checkout.apply_claim($1, $2, $3, $4)',
    values: [claim.id, claim.customerId, claim.orderId, claim.at],
  })
}

/**
 * The result of {@link insertClaim}: the timestamp of the claim is as PostgreSQL's JSON writes it. Without a claim, the coupon or the
 * customer is unknown, or the customer has one already.
 */
export type ClaimResult = { couponExists: boolean; customerExists: boolean; claim: CouponClaim | null }

/** Gives a customer who is neither deleted nor joined into another one a claim on a coupon, unless they have one. */
export const insertClaim = (
  tx: Transaction,
  { couponId, customerId, at }: { couponId: string; customerId: string; at: Date },
): Promise<ClaimResult | undefined> =>
  firstRow(
    tx,
    /* sql */ `
    with coupon as (
      select id from checkout.coupon where id = $1
    ),
    customer as (
      select id from member.customer_principal where id = $2 and follows_token
    ),
    claim as (
      insert into checkout.coupon_claim (coupon_id, customer_id, claimed_at)
      select coupon.id, customer.id, $3
      from coupon, customer
      on conflict (coupon_id, customer_id) do nothing
      returning ${columnList('coupon_claim', Object.keys(couponClaimSchema.shape))}
    )
    select
      exists (select from coupon) as "couponExists",
      exists (select from customer) as "customerExists",
      (select to_json(claim) from claim) as claim`,
    [couponId, customerId, at],
  )
