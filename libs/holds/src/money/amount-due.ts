import type { PaymentNotification } from '@campstore/contract/messages/payments'
import { sameAmount, wholeTwd } from '@campstore/core/money'
import type { Transaction } from '@campstore/database/database'
import type { HoldDefinition, HoldRecord } from '../hold-definition.ts'

const acceptedCurrency = 'TWD'

/**
 * Whether a payment pays a locked booking or order in full: in TWD, its price, or its price rounded half up to whole TWD if one of its
 * payment forms requested that (docs/contract/messages.md#amount-due).
 */
export async function isAmountDue<T extends HoldRecord>(
  tx: Transaction,
  { kind, schema, costOf }: Pick<HoldDefinition<T>, 'kind' | 'schema' | 'costOf'>,
  record: T,
  { amount, currency }: Pick<PaymentNotification, 'amount' | 'currency'>,
): Promise<boolean> {
  const cost = costOf(record)
  if (currency !== acceptedCurrency) return false
  if (sameAmount(amount, cost)) return true
  if (!sameAmount(amount, wholeTwd(cost))) return false
  const { rowCount } = await tx.query(
    `select from ${schema}.payment_attempt where ${kind}_id = $1 and round(amount) = $2 limit 1`,
    [record.id, amount],
  )
  return rowCount === 1
}
