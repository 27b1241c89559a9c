import type { PaymentMessage } from '@campstore/contract/payments'
import type { Queryable } from '@campstore/database/database'

/** The stored messages with an eventId, oldest first: usually one. The timestamp is text, as the driver returns it. */
export async function findPaymentMessages(database: Queryable, eventId: string): Promise<PaymentMessage[]> {
  const messagesOf = (kind: string) => /* sql */ `
    select
      event_id as "eventId", type, json_build_object('kind', '${kind}', 'id', target_id) as target, outcome, reason,
      received_at as "receivedAt"
    from ${kind === 'order' ? 'checkout' : kind}.payment_message
    where event_id = $1`
  const { rows } = await database.query<PaymentMessage>({
    name: 'payment-messages',
    text: `${messagesOf('booking')} union all ${messagesOf('order')} order by "receivedAt", outcome`,
    values: [eventId],
  })
  return rows
}
