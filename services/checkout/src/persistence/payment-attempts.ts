import type { Money } from '@campstore/core/money'
import type { Queryable } from '@campstore/database/database'

/** A form that was handed out; the provider names the payment by `merchantTradeNo`. */
export type PaymentAttempt = {
  merchantTradeNo: string
  provider: string
  orderId: string
  amount: string
  createdAt: Date
}

/**
 * How many forms one order may be given. A checkout of fifteen minutes needs a few; without a limit one order could be made
 * to store any number of them.
 */
export const mostAttempts = 20

/**
 * Keeps an attempt with its order, which must be locked.
 *
 * @returns false, with nothing stored, when the order has {@link mostAttempts} already
 */
export async function recordAttempt(tx: Queryable, attempt: PaymentAttempt): Promise<boolean> {
  const { rowCount } = await tx.query(
    /* sql */ `
    insert into checkout.payment_attempt (merchant_trade_no, provider, order_id, amount, created_at)
    select $1, $2, $3, $4, $5
    where (select count(*) from checkout.payment_attempt where order_id = $3) < $6`,
    [attempt.merchantTradeNo, attempt.provider, attempt.orderId, attempt.amount, attempt.createdAt, mostAttempts],
  )
  return rowCount === 1
}

/** Whether a form of an order asked for this amount: its total at that time, rounded half up to whole TWD. */
export async function hasAskedFor(tx: Queryable, orderId: string, amount: Money): Promise<boolean> {
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
