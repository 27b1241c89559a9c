import type { PaymentMessage } from '@campstore/contract/payments'
import type { Queryable } from '@campstore/database/database'

/** A message of the payment service in either schema; the timestamp is text, as the driver returns it. */
export type PaymentMessageRow = Omit<PaymentMessage, 'target'> & {
  targetKind: PaymentMessage['target']['kind']
  targetId: string | null
}

/** The stored messages with an eventId, oldest first: usually one. */
export async function findPaymentMessages(database: Queryable, eventId: string): Promise<PaymentMessageRow[]> {
  const columns = /* sql */ `
      event_id as "eventId", type, target_id as "targetId", outcome, reason, received_at as "receivedAt"`
  const { rows } = await database.query<PaymentMessageRow>({
    name: 'payment-messages',
    text: /* sql */ `
    select 'booking' as "targetKind", ${columns}
    from booking.payment_message
    where event_id = $1
    union all
    select 'order', ${columns}
    from checkout.payment_message
    where event_id = $1
    order by "receivedAt", outcome`,
    values: [eventId],
  })
  return rows
}
