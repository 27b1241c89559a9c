import type { Money } from '@campstore/core/money'
import type { Queryable } from '@campstore/database/database'

/** A payment form that was opened; the provider reports the payment by `merchantTradeNo`. */
export type PaymentAttempt = {
  merchantTradeNo: string
  provider: string
  orderId: string
  amount: string
  createdAt: Date
}

/**
 * How many payment forms one order may have. A checkout of fifteen minutes needs a few; without a limit a client could store
 * any number of rows.
 */
export const maxAttempts = 20

/**
 * Records an attempt for an order, which must be locked.
 *
 * @returns false, with nothing stored, when the order has {@link maxAttempts} attempts
 */
export async function recordAttempt(tx: Queryable, attempt: PaymentAttempt): Promise<boolean> {
  const { rowCount } = await tx.query(
    /* sql */ `
    insert into checkout.payment_attempt (merchant_trade_no, provider, order_id, amount, created_at)
    select $1, $2, $3, $4, $5
    where (select count(*) from checkout.payment_attempt where order_id = $3) < $6`,
    [attempt.merchantTradeNo, attempt.provider, attempt.orderId, attempt.amount, attempt.createdAt, maxAttempts],
  )
  return rowCount === 1
}

/** Whether a payment form of an order requested this amount: its total at that time, rounded half up to whole TWD. */
export async function wasRequested(tx: Queryable, orderId: string, amount: Money): Promise<boolean> {
  const { rowCount } = await tx.query(
    /* sql */ `
    select
    from checkout.payment_attempt
    where order_id = $1 and round(amount) = $2
    limit 1`,
    [orderId, amount],
  )
  return rowCount === 1
}
