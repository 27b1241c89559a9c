import { randomUUID } from 'node:crypto'
import { type RefundNotification, refundNotificationSchema } from '@campstore/contract/messages/payments'
import { CliError } from '@campstore/local-servers/cli-error'
import { parseCommandLine } from '../command.ts'
import { checked } from './notification.ts'
import { onPayments, outcomeIn, schemaOf } from './outcome.ts'

/** What the command line asks for: that a payment was given back. */
export type RefundRequest = {
  id: string
  reference?: string | undefined
  eventId?: string | undefined
  /** Which refund of the payment was made; needed where several are due. */
  refundId?: string | undefined
}

/** Reads the command line `refund <event id>`. Throws UsageError. */
export function refundRequestFrom(args: readonly string[]): RefundRequest {
  const options = {
    reference: { type: 'string' },
    'event-id': { type: 'string' },
    'refund-id': { type: 'string' },
  } as const
  const { values, positionals } = parseCommandLine('pay', args, options, 2)
  return {
    id: positionals[1] ?? '',
    reference: values.reference,
    eventId: values['event-id'],
    refundId: values['refund-id'],
  }
}

const texts: Readonly<Record<string, string>> = {
  applied: 'Applied: the refund is done',
  repeated: 'Nothing changed: the refund was done before, with the same reference',
  contradictory: 'Recorded: the refund was done before, with another reference',
  ambiguous: 'Recorded: several refunds of this payment are due; say which one with --refund-id',
  not_due: 'Recorded: nothing is to be refunded of this payment, and what it paid stays paid',
}

/**
 * The notification that the payment service would send about a payment that was recorded.
 *
 * @throws {CliError} for an unknown payment, or a field that breaks the contract
 */
export async function refundNotificationFor(
  { id, reference, refundId, eventId = `evt-${randomUUID()}` }: RefundRequest,
  adminUrl: string,
  at: Date,
): Promise<RefundNotification> {
  const target = await onPayments(adminUrl, 'the payment', async client => {
    for (const kind of ['booking', 'order'] as const) {
      const sql = `select target_id from ${schemaOf[kind]}.payment_notification where event_id = $1`
      const { rows } = await client.query<{ target_id: string }>(sql, [id])
      if (rows[0]) return { kind, id: rows[0].target_id }
    }
    return undefined
  })
  if (!target) throw new CliError(`There is no payment ${id}.`)
  return checked(refundNotificationSchema, {
    eventId,
    type: 'payment.refunded',
    target,
    refundOf: id,
    refundId,
    reference: reference ?? `LOCAL-${eventId}`.slice(0, 128),
    refundedAt: at.toISOString(),
  })
}

/** Waits until the service has recorded a refund notification; its outcome as a line for people, also when there is none in time. */
export const outcomeOfRefund = (notification: RefundNotification, adminUrl: string): Promise<string> =>
  onPayments(adminUrl, 'the outcome', client =>
    outcomeIn(client, 'refund_notification', notification, ({ outcome }) => texts[outcome] ?? outcome),
  )
