import type { ApiError } from '@campstore/contract/errors'
import { refusalDetailOf, sqlStateOf } from '@campstore/database/errors'

/**
 * Why a coupon claim or a transition of an order is refused, by the SQLSTATE that the functions `apply_claim`, `change_order`,
 * `reallocate_order`, `inventory.return_stock`, `inventory.undo_return` and `inventory.unship_order` raise. What is refused writes nothing.
 */
const orderRefusals = {
  CS202: 'unknown_location',
  CS204: 'stock_overflow',
  CS205: 'stock_unavailable',
  CS305: 'coupon_not_applicable',
  CS306: 'stock_not_on_hand',
  CS307: 'stock_not_elsewhere',
  CS308: 'pieces_returned',
} as const

export type OrderRefusal = (typeof orderRefusals)[keyof typeof orderRefusals]

const bySqlState: Readonly<Record<string, OrderRefusal>> = orderRefusals

/** Throws a refusal of the database as `refuse` writes it, with its detail; any other error as it is. */
export const refusing =
  (refusal: OrderRefusal, refuse: (detail: string | undefined) => ApiError) =>
  (error: unknown): never => {
    throw bySqlState[sqlStateOf(error) ?? ''] === refusal ? refuse(refusalDetailOf(error)) : error
  }
