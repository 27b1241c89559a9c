/** Orders that can be shipped by their state (docs/contract/admin.md#ship); the index `store_order_ready` has them. */
export const isReady =
  "store_order.status = 'unshipped' and (store_order.payment_status = 'paid' or store_order.cod_confirmed_at is not null)"

/** Since when an order of {@link isReady} waits: it is paid, or confirmed for cash on delivery. */
export const readyAt = 'coalesce(store_order.paid_at, store_order.cod_confirmed_at)'

/** When an order of {@link isReady}, or a later one, used its coupon. */
export const usedAt = 'coalesce(store_order.cod_confirmed_at, store_order.paid_at)'

/** Orders on hold: few, and in the index `store_order_deadline`. */
export const isOnHold = `store_order.status = 'unshipped' and store_order.payment_status = 'unpaid'
    and store_order.cod_confirmed_at is null`

/** All other orders. No hold writes an index of only these. */
export const isPastHold = `(store_order.status <> 'unshipped' or store_order.payment_status <> 'unpaid'
    or store_order.cod_confirmed_at is not null)`

/** A condition of orders that an index serves for those past their hold, and the index of deadlines for the others. */
export const pastOrOnHold = (condition: string): string =>
  `(${isPastHold} and ${condition} or ${isOnHold} and ${condition})`
