import type { Queryable } from '@campstore/database/database'
import type { OwnClaim } from '../domain/coupons.ts'

/**
 * SQL expression of a claim of a customer's own, as JSON in the shape of {@link OwnClaim}; null when there is none.
 *
 * @param claimId SQL of its id, a bigint
 * @param customerId SQL of the customer's id
 */
export const ownClaimJson = (claimId: string, customerId: string): string => /* sql */ `(
  select json_build_object(
    'id', claim.id, 'status', claim.status, 'orderId', claim.order_id,
    'coupon', json_build_object(
      'id', coupon.id, 'code', coupon.code, 'name', coupon.name, 'discountType', coupon.discount_type,
      'discountValue', coupon.discount_value::text, 'minSpend', coupon.min_spend::text,
      'maxDiscount', coupon.max_discount::text, 'status', coupon.status, 'startsAt', coupon.starts_at,
      'endsAt', coupon.ends_at, 'usageLimit', coupon.usage_limit,
      'taken', case
        when coupon.usage_limit is null then 0
        else coupon.used_count + (
          select count(*)
          from checkout.coupon_claim taken
          where taken.coupon_id = coupon.id and taken.status = 'applied'
        )
      end
    )
  )
  from checkout.coupon_claim claim
  join checkout.coupon on coupon.id = claim.coupon_id
  where claim.id = ${claimId} and claim.customer_id = ${customerId}
)`

/** Ids of claims are bigint identities: another number names none. */
export const claimIdOrNone = (id: number): number => (Number.isSafeInteger(id) && id > 0 ? id : 0)

/** Locks claims in the order of their ids. */
export async function lockClaims(tx: Queryable, ids: readonly number[]): Promise<void> {
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

/** A claim, if it is the customer's. */
export async function findOwnClaim(tx: Queryable, id: number, customerId: string): Promise<OwnClaim | undefined> {
  const { rows } = await tx.query<{ claim: OwnClaim | null }>({
    name: 'own-claim',
    text: `select ${ownClaimJson('$1', '$2')} as claim`,
    values: [id, customerId],
  })
  return rows[0]?.claim ?? undefined
}

/** Makes the claim on an order free again. */
export async function freeClaim(tx: Queryable, orderId: string): Promise<void> {
  await tx.query({
    name: 'free-claim',
    text: /* sql */ `
    update checkout.coupon_claim
    set status = 'available', order_id = null
    where order_id = $1`,
    values: [orderId],
  })
}

/** Puts a claim on an order, judged under its lock; false when it cannot be used after all. */
export async function applyClaim(
  tx: Queryable,
  claim: { id: number; customerId: string; orderId: string; at: Date },
): Promise<boolean> {
  const { rows } = await tx.query<{ applied: boolean }>({
    name: 'apply-claim',
    text: 'select checkout.apply_claim($1, $2, $3, $4) as applied',
    values: [claim.id, claim.customerId, claim.orderId, claim.at],
  })
  return rows[0]?.applied === true
}
