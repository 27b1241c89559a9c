import { resolve } from 'node:path'
import { table } from '../../docs/tables.ts'
import type { Context } from '../context.ts'
import type { Measured } from '../measure/load.ts'
import { measure } from '../measure/rounds.ts'
import type { System } from '../servers/system.ts'
import type { Workload } from '../workloads/requests.ts'
import { bookingDatabase, startBookings } from './booking.ts'
import { startStore, storeDatabase, storeReads } from './store.ts'

/** What customers ask for, by what it is called in the report. */
type Requests = Readonly<Record<string, Workload>>

/**
 * Measures what customers ask for in this working copy and in the one of `--against`, in turns: CPU time of a request, by process.
 * Each has a database by its own migrations, a gateway and services.
 */
export async function benchReleases(context: Context): Promise<void> {
  const { parts } = context.options
  const isAsked = (...of: string[]) => of.some(part => parts.includes(part))
  const reads = Object.entries(storeReads(context)).map(([name, reads]) => [name, { kind: 'reads', reads }] as const)
  const bookings: Requests = {
    'checkout of a booking': { kind: 'booking', pattern: 'spread' },
    ...(isAsked('checkouts') && { 'checkout of one hot night': { kind: 'booking', pattern: 'hot' } }),
    ...(isAsked('booking') && {
      'refused checkout of a booking': { kind: 'refused booking' },
      availability: { kind: 'availability', pattern: 'spread' },
    }),
  }
  const orders: Requests = {
    'checkout of an order of two items': { kind: 'order', pattern: 'spread' },
    ...(isAsked('store') && {
      'refused checkout of an order': { kind: 'refused order' },
      ...Object.fromEntries(reads),
    }),
  }
  if (isAsked('checkouts', 'booking'))
    await compareReleases(context, 'bookings', bookings, async (name, release) =>
      startBookings(context, name, await bookingDatabase(context, name, release), { release }),
    )
  if (isAsked('checkouts', 'store'))
    await compareReleases(context, 'store', orders, async (name, release) =>
      startStore(context, name, await storeDatabase(context, name, release), release),
    )
}

async function compareReleases(
  context: Context,
  database: string,
  requests: Requests,
  start: (name: string, release?: string) => Promise<System>,
): Promise<void> {
  const { options, report } = context
  const before = await start(`${database}_before`, resolve(options.against ?? ''))
  const now = await start(`${database}_now`)
  const rows: string[][] = []
  for (const connections of options.connections)
    for (const [name, workload] of Object.entries(requests)) {
      const [measuredBefore, measuredNow] = await measure(context, connections, [
        { name: `${name}, before`, system: before, workload },
        { name: `${name}, now`, system: now, workload },
      ])
      if (measuredBefore && measuredNow)
        rows.push(...ratios(`${name}, ${connections} connections`, measuredBefore, measuredNow))
    }
  report.text(
    `## Before and now\n\n${table(['request', 'process', 'before', 'now', 'now / before'], rows)}\n\n` +
      'CPU time in microseconds; processes that take less than 5 are left out. The rate is per second.',
  )
}

function ratios(name: string, before: Measured, now: Measured): string[][] {
  const row = (what: string, one: number, other: number, digits = 0) => [
    name,
    what,
    one.toFixed(digits),
    other.toFixed(digits),
    (other / one).toFixed(2),
  ]
  const all = ({ cpu }: Measured) => Object.values(cpu).reduce((sum, time) => sum + time, 0)
  const processes = Object.keys(before.cpu).filter(process => (before.cpu[process] ?? 0) >= 5)
  return [
    ...processes.map(process => row(process, before.cpu[process] ?? 0, now.cpu[process] ?? 0)),
    row('all processes', all(before), all(now)),
    row('rate', before.perSecond, now.perSecond),
    row('p50, ms', before.p50, now.p50, 1),
    row('p99, ms', before.p99, now.p99, 1),
  ]
}
