import { gauge, histogram } from '@campstore/core/telemetry/metrics'
import type { ServiceContext } from '@campstore/service/dependencies'
import type { HoldDefinition, HoldKind, HoldRecord, HoldRecords } from './hold-definition.ts'

const openHolds = gauge('campstore_open_holds', 'Holds that have not ended.', ['kind'])

/** Without the member's id, because labels for each member would be unlimited. docs/operations.md says how to find the member. */
const heldUnits = gauge(
  'campstore_held_units',
  'Site-nights of unpaid bookings, or pieces of unpaid orders: of all members, and of the member who holds the most.',
  ['kind', 'of'],
)

const overdue = gauge(
  'campstore_overdue_hold_seconds',
  'How long the longest overdue hold is past its deadline; 0 if none is.',
  ['kind'],
)

const refundsDue = gauge('campstore_refunds_due', 'Refunds that are due.', ['kind'])

const oldestRefund = gauge(
  'campstore_oldest_refund_due_seconds',
  'How long the oldest refund has been due; 0 if none is.',
  ['kind'],
)

/** The goal is an end within 30 s after any outage (docs/performance.md); without faults it is milliseconds. */
const lateness = histogram(
  'campstore_hold_lateness_seconds',
  'Time from the deadline of a hold to its expiry.',
  ['kind'],
  [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800],
)

/** Notes that a hold has expired at an instant. */
export const noteExpiry = (kind: HoldKind, deadline: Date, at: Date): void =>
  lateness.observe({ kind }, Math.max(0, at.getTime() - deadline.getTime()) / 1000)

type Context = Pick<ServiceContext, 'database' | 'clock'>

/** Reads one row by the connection that readiness checks have to themselves. */
async function readOne<Row extends object>(
  { database }: Context,
  name: string,
  text: string,
): Promise<Row | undefined> {
  return (await database.backgroundHealth.query<Row>({ name, text })).rows[0]
}

/** Seconds since an instant in the past; 0 for one in the future, and for none. */
const secondsSince = ({ clock }: Context, instant: string | null | undefined): number =>
  instant ? Math.max(0, (clock().getTime() - Date.parse(instant)) / 1000) : 0

const stopAll = (ends: readonly (() => void)[]) => ({
  stop: async () => {
    for (const end of ends) end()
  },
})

/** Reports the refunds of a kind that are due, read from an index of the list. Every process of a service reports the same. */
export function reportRefundsDue(context: Context, { kind, schema }: HoldRecords): { stop(): Promise<void> } {
  const text = `select count(*)::integer as due, min(created_at) as since from ${schema}.refund where status = 'due'`
  const read = () => readOne<{ due: number; since: string | null }>(context, `refunds-due:${kind}`, text)
  return stopAll([
    refundsDue.readFrom(async () => [{ labels: { kind }, value: (await read())?.due ?? 0 }]),
    oldestRefund.readFrom(async () => [{ labels: { kind }, value: secondsSince(context, (await read())?.since) }]),
  ])
}

/** Reports the holds of a kind that have not ended, from an index of only these. Every process of a service reports the same. */
export function reportOpenHolds<T extends HoldRecord>(
  context: Context,
  { kind, openRecords, heldByMember }: HoldDefinition<T>,
): { stop(): Promise<void> } {
  lateness.begin({ kind })
  return stopAll([
    openHolds.readFrom(async () => {
      const text = `select count(*)::integer as open from ${openRecords}`
      const row = await readOne<{ open: number }>(context, `open-holds:${kind}`, text)
      return [{ labels: { kind }, value: row?.open ?? 0 }]
    }),
    heldUnits.readFrom(async () => {
      const text = `
        select coalesce(sum(units), 0)::float8 as "all", coalesce(max(units), 0)::float8 as largest
        from (${heldByMember}) member`
      const row = await readOne<{ all: number; largest: number }>(context, `held-units:${kind}`, text)
      return [
        { labels: { kind, of: 'all' }, value: row?.all ?? 0 },
        { labels: { kind, of: 'largest member' }, value: row?.largest ?? 0 },
      ]
    }),
    overdue.readFrom(async () => {
      const text = `select min(checkout_expires_at) as deadline from ${openRecords}`
      const row = await readOne<{ deadline: string | null }>(context, `next-deadline:${kind}`, text)
      return [{ labels: { kind }, value: secondsSince(context, row?.deadline) }]
    }),
  ])
}
