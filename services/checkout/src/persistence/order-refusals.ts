import { sqlStateOf } from '@campstore/database/errors'

/** Why a hold, a coupon claim or a transition of an order is refused. What is refused writes nothing. */
export type OrderRefusal =
  | 'idempotency_key_reused'
  | 'too_many_open_holds'
  | 'stock_insufficient'
  | 'variant_changed'
  | 'coupon_not_applicable'
  | 'stock_not_on_hand'

/** The refusals by the SQLSTATE that the functions `hold_order`, `apply_claim` and `change_order` raise. */
const refusals: Readonly<Record<string, OrderRefusal>> = {
  CS301: 'idempotency_key_reused',
  CS302: 'too_many_open_holds',
  CS303: 'stock_insufficient',
  CS304: 'variant_changed',
  CS305: 'coupon_not_applicable',
  CS306: 'stock_not_on_hand',
}

/** The refusal that an error of the database stands for; undefined for any other error. */
export const orderRefusalOf = (error: unknown): OrderRefusal | undefined => refusals[sqlStateOf(error) ?? '']
