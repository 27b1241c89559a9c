import { type CouponClaim, couponClaimSchema } from '@campstore/contract/coupons'
import { columnList } from '@campstore/database/column-list'
import type { Queryable, Transaction } from '@campstore/database/database'
import { firstRow } from '@campstore/database/rows'
import { contractJson } from '@campstore/service/contract-json'
import { claimedCouponSchema, type OwnClaim } from '../domain/coupons.ts'

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
 * Applies a claim to an order, as decided under its lock.
 *
 * @throws an error with the SQLSTATE of `coupon_not_applicable` (refusals.ts)
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
