import { sqlStateOf } from '@campstore/database/errors'

/** Why a hold is refused. A refused hold writes nothing. */
export type HoldRefusal =
  | 'idempotency_key_reused'
  | 'too_many_open_holds'
  | 'zone_unavailable'
  | 'rental_stock_insufficient'

/** The refusals by the SQLSTATE that the functions `hold_stay` and `lock_and_check_capacity` raise. */
const refusals: Readonly<Record<string, HoldRefusal>> = {
  CS001: 'idempotency_key_reused',
  CS002: 'too_many_open_holds',
  CS003: 'zone_unavailable',
  CS004: 'rental_stock_insufficient',
}

/** The refusal that an error of the database stands for; undefined for any other error. */
export const holdRefusalOf = (error: unknown): HoldRefusal | undefined => refusals[sqlStateOf(error) ?? '']
