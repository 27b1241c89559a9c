import { explained } from '@campstore/local-servers/cli-error'
import { onDatabase } from '@campstore/local-servers/postgres'
import { textTable } from '../text-table.ts'

type RefundDue = { since: string; kind: string; target: string; cause: string; amount: string; eventId: string }

const header = ['since', 'what', 'cause', 'amount', 'id']

const ofSchema = (kind: 'booking' | 'order', schema: string) => `
  select
    to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since, '${kind}' as kind,
    target_id as target, cause, amount || ' ' || currency as amount, event_id as "eventId", created_at
  from ${schema}.refund
  where status = 'due'`

/**
 * The refunds that are due, oldest first, whether or not the payment service has taken their messages from the queues.
 *
 * @throws {CliError} in one line, when the database cannot be reached
 */
export async function listRefundsDue(adminUrl: string, limit: number): Promise<string> {
  const both = `${ofSchema('booking', 'booking')} union all ${ofSchema('order', 'checkout')}`
  const { rows } = await onDatabase(adminUrl, client =>
    client.query<RefundDue>(`select * from (${both}) due order by created_at`),
  ).catch(explained('Cannot read the refunds from the database (is DATABASE_ADMIN_URL right?)'))
  if (rows.length === 0) return 'refunds that are due: none'
  const lines = rows
    .slice(0, limit)
    .map(({ since, kind, target, cause, amount, eventId }) => [since, `${kind} ${target}`, cause, amount, eventId])
  const rest = rows.length > limit ? `\n  … and ${rows.length - limit} more (--limit N shows more)` : ''
  return `refunds that are due: ${rows.length}\n${textTable([header, ...lines]).join('\n')}${rest}`
}
