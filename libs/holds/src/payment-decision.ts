import type { DecidePayment } from '@campstore/contract/admin/payments'
import type { Transaction } from '@campstore/database/database'

/**
 * The result of a decision: recorded; somebody had decided before; the trade number of the payment was not used before; or the payment
 * cannot be the same one, because the payment service gave it back, with the reference of a refund that is not recorded.
 */
type DecisionResult = 'decided' | 'repeated' | 'not used' | `given back ${string}`

/**
 * Records what staff decided about a payment whose trade number was used before, and opens the refund of another payment
 * (docs/contract/admin.md#used-trade-numbers). If the payment service already gave the payment back, that refund is done at once.
 *
 * @returns undefined for an unknown payment
 */
export async function decidePayment(
  tx: Transaction,
  schema: string,
  eventId: string,
  { decision, note, adminId, at }: Pick<DecidePayment, 'decision' | 'note'> & { adminId: string; at: Date },
): Promise<DecisionResult | undefined> {
  const { rows } = await tx.query<{ result: DecisionResult | null }>({
    name: `decide-payment:${schema}`,
    text: `select ${schema}.decide_payment($1, $2, $3, $4, $5) as result`,
    values: [eventId, decision, note ?? null, adminId, at],
  })
  return rows[0]?.result ?? undefined
}
