import { rejectedReasonHeader } from '@campstore/contract/messages/payments'
import { parseJson } from '@campstore/core/parse-json'
import { parkedReasonHeader } from '@campstore/messaging/delivery'
import type { GetMessage } from 'amqplib'
import { z } from 'zod'
import { onPayments, schemaOf } from '../pay/outcome.ts'
import { textTable } from '../text-table.ts'

const header = ['when', 'what', 'reason', 'amount', 'id']

/** Rows of text in columns; each line is indented. */
export function keptTable(messages: readonly GetMessage[]): string {
  const rows = [header, ...messages.map(rowOf)]
  return textTable(rows).join('\n')
}

const text = z.string().optional().catch(undefined)
const payment = z.object({
  eventId: text,
  amount: text,
  currency: text,
  reason: text,
  target: z.object({ kind: text, id: text }).optional().catch(undefined),
})
/** A notification as it was published, or the event that it was not applied. Rejected ones may have any content. */
const keptMessage = payment.extend({ time: text, type: text, data: payment.optional().catch(undefined) })

function rowOf({ content, properties }: GetMessage): string[] {
  const parsed = keptMessage.safeParse(parseJson(content))
  const body = parsed.success ? parsed.data : undefined
  const { eventId, amount, currency, target, reason } = body?.data ?? body ?? {}
  const headers = properties.headers ?? {}
  // Of the events about refunds, the type says whether one is due or withdrawn.
  const event = body?.data && body.type
  const kept: unknown =
    headers[rejectedReasonHeader] ?? headers[parkedReasonHeader] ?? reason ?? event ?? brokersReason(headers)
  return [
    body?.time ?? publishedAt(properties.timestamp),
    target && [target.kind, target.id].filter(Boolean).join(' '),
    kept,
    amount && [amount, currency].filter(Boolean).join(' '),
    eventId ?? properties.messageId,
  ].map(cellOf)
}

const publishedAt = (seconds: unknown): string | undefined =>
  typeof seconds === 'number' && seconds < 1e11 ? new Date(seconds * 1_000).toISOString() : undefined

const deaths = z.tuple([z.object({ reason: z.string() })]).rest(z.unknown())

/** Why the broker itself has moved a message: `rejected`, `delivery_limit`. */
function brokersReason(headers: Readonly<Record<string, unknown>>): string | undefined {
  const parsed = deaths.safeParse(headers['x-death'])
  return parsed.success ? `moved by the broker: ${parsed.data[0].reason}` : undefined
}

/** What a rejected message contains may come from anybody: it must neither control the terminal nor fill it. */
function cellOf(value: unknown): string {
  if (typeof value !== 'string' || value === '') return '–'
  const shown = value.replaceAll(/[\p{C}\p{Z}]/gu, ' ')
  return shown.length > 100 ? `${shown.slice(0, 99)}…` : shown
}

type RefundDue = { since: string; kind: string; target: string; cause: string; amount: string; eventId: string }

const dueHeader = ['since', 'what', 'cause', 'amount', 'id']

const refundsDueOf = (kind: 'booking' | 'order') => `
  select
    to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since, '${kind}' as kind,
    target_id as target, cause, amount || ' ' || currency as amount, event_id as "eventId", created_at
  from ${schemaOf[kind]}.refund
  where status = 'due'`

/**
 * The refunds that are due, oldest first, whether or not the payment service has taken their messages from the queues.
 *
 * @throws {CliError} in one line, when the database cannot be reached
 */
export async function listRefundsDue(adminUrl: string, limit: number): Promise<string> {
  const both = `${refundsDueOf('booking')} union all ${refundsDueOf('order')}`
  const { rows } = await onPayments(adminUrl, 'the refunds that are due', client =>
    client.query<RefundDue>(`select * from (${both}) due order by created_at`),
  )
  if (rows.length === 0) return 'refunds that are due: none'
  const lines = rows
    .slice(0, limit)
    .map(({ since, kind, target, cause, amount, eventId }) => [since, `${kind} ${target}`, cause, amount, eventId])
  const rest = rows.length > limit ? `\n  … and ${rows.length - limit} more (--limit N shows more)` : ''
  return `refunds that are due: ${rows.length}\n${textTable([dueHeader, ...lines]).join('\n')}${rest}`
}
