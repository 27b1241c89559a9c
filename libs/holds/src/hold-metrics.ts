import { gauge, histogram } from '@campstore/core/telemetry/metrics'
import type { ServiceContext } from '@campstore/service/dependencies'
import type { HoldDefinition, HoldKind, HoldRecord, HoldRecords } from './hold-definition.ts'

const openHolds = gauge('campstore_open_holds', 'Holds that have not ended.', ['kind'])

/** Without the member's id, because labels for each member would be unlimited. docs/operations.md says how to find the member. */
const heldUnits = gauge(
  'campstore_held_units',
  'Site-nights of unpaid bookings, or pieces of unpaid orders: of all members, and of the one who holds most.',
  ['kind', 'of'],
)

const overdue = gauge(
  'campstore_overdue_hold_seconds',
  'How long the longest overdue hold is past its deadline; 0 if none is.',
  ['kind'],
)

const refundsDue = gauge('campstore_refunds_due', 'Refunds that nobody has made yet.', ['kind'])

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
 * Reports the refunds of a kind that are due, read from an index of the list. Every process of a service reports the same.
 *
 * @returns a function that stops it
 */
export function reportRefundsDue(
  { database, clock }: Pick<ServiceContext, 'database' | 'clock'>,
  { kind, schema }: Pick<HoldRecords, 'kind' | 'schema'>,
): { stop(): Promise<void> } {
  const read = async () => {
    const { rows } = await database.backgroundHealth.query<{ due: number; since: string | null }>({
      name: `refunds-due:${kind}`,
      text: `select count(*)::integer as due, min(created_at) as since from ${schema}.refund where status = 'due'`,
    })
    return rows[0] ?? { due: 0, since: null }
  }
  const ends = [
    refundsDue.readFrom(async () => [{ labels: { kind }, value: (await read()).due }]),
    oldestRefund.readFrom(async () => {
      const { since } = await read()
      const seconds = since === null ? 0 : (clock().getTime() - Date.parse(since)) / 1000
      return [{ labels: { kind }, value: Math.max(0, seconds) }]
    }),
  ]
  return {
    stop: async () => {
      for (const end of ends) end()
    },
  }
}

/**
 * Reports the holds of a kind that have not ended, from an index of only these. Every process of a service reports the same.
 *
 * @returns a function that stops it
 */
export function reportOpenHolds<T extends HoldRecord>(
  { database, clock }: Pick<ServiceContext, 'database' | 'clock'>,
  { kind, openRecords, heldByMember }: Pick<HoldDefinition<T>, 'kind' | 'openRecords' | 'heldByMember'>,
): { stop(): Promise<void> } {
  lateness.begin({ kind })
  const ends = [
    openHolds.readFrom(async () => {
      const sql = `select count(*)::integer as open from ${openRecords}`
      const { rows } = await database.backgroundHealth.query<{ open: number }>({
        name: `open-holds:${kind}`,
        text: sql,
      })
      return [{ labels: { kind }, value: rows[0]?.open ?? 0 }]
    }),
    heldUnits.readFrom(async () => {
      const sql = `
        select coalesce(sum(units), 0)::float8 as "all", coalesce(max(units), 0)::float8 as largest
        from (${heldByMember}) member`
      const { rows } = await database.backgroundHealth.query<{ all: number; largest: number }>({
        name: `held-units:${kind}`,
        text: sql,
      })
      return [
        { labels: { kind, of: 'all' }, value: rows[0]?.all ?? 0 },
        { labels: { kind, of: 'largest member' }, value: rows[0]?.largest ?? 0 },
      ]
    }),
    overdue.readFrom(async () => {
      const sql = `select min(checkout_expires_at) as deadline from ${openRecords}`
      const { rows } = await database.backgroundHealth.query<{ deadline: string | null }>({
        name: `next-deadline:${kind}`,
        text: sql,
      })
      const deadline = rows[0]?.deadline ?? null
      const seconds = deadline === null ? 0 : (clock().getTime() - Date.parse(deadline)) / 1000
      return [{ labels: { kind }, value: Math.max(0, seconds) }]
    }),
  ]
  return {
    stop: async () => {
      for (const end of ends) end()
    },
  }
}
