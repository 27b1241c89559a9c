import { type Money, sameAmount, wholeTwd } from '@campstore/core/money'
import type { Transaction } from '@campstore/database/database'
import { recordReference } from './history.ts'
import type { HoldDefinition, HoldRecord, HoldRecords } from './hold-definition.ts'

/** A payment form that was opened; the provider reports the payment by `merchantTradeNo`. */
type PaymentAttempt = {
  merchantTradeNo: string
  provider: string
  /** Id of the booking or order. */
  id: string
  amount: string
  createdAt: Date
}

/**
 * How many payment forms one booking or order may have. A checkout of fifteen minutes needs a few; without a limit a client could
 * store any number of rows.
 */
export const maxAttempts = 20

/**
 * Records an attempt for a booking or order, which must be locked.
 *
 * @returns false, with nothing stored, when it has {@link maxAttempts} attempts
 */
export async function recordAttempt(tx: Transaction, records: HoldRecords, attempt: PaymentAttempt): Promise<boolean> {
  const { schema } = records
  const reference = recordReference(records)
  const { rowCount } = await tx.query(
    /* sql */ `
    insert into ${schema}.payment_attempt (merchant_trade_no, provider, ${reference}, amount, created_at)
    select $1, $2, $3, $4, $5
    where (select count(*) from ${schema}.payment_attempt where ${reference} = $3) < $6`,
    [attempt.merchantTradeNo, attempt.provider, attempt.id, attempt.amount, attempt.createdAt, maxAttempts],
  )
  return rowCount === 1
}

/**
 * Whether a payment of this amount pays a locked booking or order in full: its price, or its price rounded half up to whole TWD if
 * one of its payment forms requested that (docs/contract/messages.md#amount-due).
 */
export async function isAmountDue<T extends HoldRecord>(
  tx: Transaction,
  hold: Pick<HoldDefinition<T>, 'kind' | 'schema' | 'costOf'>,
  record: T,
  amount: Money,
): Promise<boolean> {
  const cost = hold.costOf(record)
  if (sameAmount(amount, cost)) return true
  return sameAmount(amount, wholeTwd(cost)) && wasRequested(tx, hold, record.id, amount)
}

async function wasRequested(tx: Transaction, records: HoldRecords, id: string, amount: Money): Promise<boolean> {
  const { rowCount } = await tx.query(
    /* sql */ `
    select
    from ${records.schema}.payment_attempt
    where ${recordReference(records)} = $1 and round(amount) = $2
    limit 1`,
    [id, amount],
  )
  return rowCount === 1
}
