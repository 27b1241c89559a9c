import { gauge, histogram } from '@campstore/core/telemetry/metrics'
import type { ServiceContext } from '@campstore/service/dependencies'
import type { HoldDefinition, HoldKind, HoldRecord } from './hold-definition.ts'

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

/**
 * Reports the holds of a kind that have not ended and the refunds that are due, each from an index of only these, by the connection
 * that readiness checks have to themselves. Every process of a service reports the same.
 */
export function reportHolds<T extends HoldRecord>(
  { database, clock }: Pick<ServiceContext, 'database' | 'clock'>,
  { kind, schema, openRecords, heldByMember }: HoldDefinition<T>,
): { stop(): Promise<void> } {
  lateness.begin({ kind })
  const readOne = async <Row extends object>(name: string, text: string): Promise<Partial<Row>> =>
    (await database.backgroundHealth.query<Row>({ name: `${name}:${kind}`, text })).rows[0] ?? {}
  /** Seconds since an instant in the past; 0 for one in the future, and for none. */
  const secondsSince = (instant: string | null | undefined): number =>
    instant ? Math.max(0, (clock().getTime() - Date.parse(instant)) / 1000) : 0
  const readOpen = () => {
    const text = `select count(*)::integer as open, min(checkout_expires_at) as deadline from ${openRecords}`
    return readOne<{ open: number; deadline: string | null }>('open-holds', text)
  }
  const readDue = () => {
    const text = `select count(*)::integer as due, min(created_at) as since from ${schema}.refund where status = 'due'`
    return readOne<{ due: number; since: string | null }>('refunds-due', text)
  }
  const labels = { kind }
  const ends = [
    openHolds.readFrom(async () => [{ labels, value: (await readOpen()).open ?? 0 }]),
    overdue.readFrom(async () => [{ labels, value: secondsSince((await readOpen()).deadline) }]),
    refundsDue.readFrom(async () => [{ labels, value: (await readDue()).due ?? 0 }]),
    oldestRefund.readFrom(async () => [{ labels, value: secondsSince((await readDue()).since) }]),
    heldUnits.readFrom(async () => {
      const text = `
        select coalesce(sum(units), 0)::float8 as "all", coalesce(max(units), 0)::float8 as largest
        from (${heldByMember}) member`
      const { all = 0, largest = 0 } = await readOne<{ all: number; largest: number }>('held-units', text)
      return [
        { labels: { kind, of: 'all' }, value: all },
        { labels: { kind, of: 'largest member' }, value: largest },
      ]
    }),
  ]
  return {
    async stop() {
      for (const end of ends) end()
    },
  }
}
