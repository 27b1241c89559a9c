import type { Queryable } from '@campstore/database/database'

/** A form that was handed out; the provider names the payment by `merchantTradeNo`. */
export type PaymentAttempt = {
  merchantTradeNo: string
  provider: string
  orderId: string
  amount: string
  createdAt: Date
}

/** Keeps an attempt with its order. */
export async function recordAttempt(tx: Queryable, attempt: PaymentAttempt): Promise<void> {
  await tx.query(
    /* sql */ `
    insert into checkout.payment_attempt (merchant_trade_no, provider, order_id, amount, created_at)
    values ($1, $2, $3, $4, $5)`,
    [attempt.merchantTradeNo, attempt.provider, attempt.orderId, attempt.amount, attempt.createdAt],
  )
}
