import { onDatabase } from '@campstore/local-servers/postgres'
import { compareWithLimit } from '../against-limit.ts'
import { compareWithPgbench, preparePgbench } from '../against-pgbench.ts'
import { type BenchContext, environmentOf, filledDatabase } from '../context.ts'
import { atLeast, atMost, formatReport, type Results, ratio } from '../report.ts'
import { compareSizes } from '../size-comparison.ts'
import { type System, startSystem } from '../system.ts'
import type { Pattern } from '../workload.ts'
import { checkoutScripts, choices } from './checkout-script.ts'
import { deleteFewestResults, fewestFunction, fewestScript, fewestTables } from './fewest-statements.ts'
import type { BookingRequest } from './requests.ts'
import { bookingCleanup, fillDatabase } from './stored-bookings.ts'

const requestOf = (kind: BookingRequest['kind'], pattern: Pattern): BookingRequest => ({
  area: 'booking',
  kind,
  pattern,
})

/** Measures the booking service and returns the report. */
export async function benchBooking(context: BenchContext): Promise<string> {
  const { options } = context
  const database = await bookingDatabase(context, 'few', options.storedBookings.few)
  const limits = options.parts.includes('checkout')
    ? {
        bare: await preparePgbench(context, {
          source: database,
          service: 'booking',
          cleanup: bookingCleanup,
          scripts: checkoutScripts,
        }),
        fewest: await preparePgbench(context, { source: database, service: 'booking', ...fewestStatements }),
      }
    : undefined
  const system = await startBookings(context, 'few', database)
  const systems = [system]
  const results: Results[] = []
  if (options.parts.includes('availability')) results.push(await compareWithLimit(context, system, availability))
  if (limits) {
    const request = (pattern: Pattern) => requestOf('checkout', pattern)
    results.push(await compareWithPgbench(context, system, { ...limits, request, more: fairness }))
  }
  if (options.parts.includes('size')) {
    const many = await startBookings(
      context,
      'many',
      await bookingDatabase(context, 'many', options.storedBookings.many),
    )
    systems.push(many)
    results.push(...(await benchSize(context, system, many)))
  }
  for (const each of systems) results.push(each.processorTimes.results())
  for (const each of systems) await each.close()
  return formatReport('Booking benchmark', await environmentOf(context, database), results)
}

const availability = {
  answer: 'availability',
  requests: [
    { name: 'availability, spread', request: requestOf('availability', 'spread') },
    { name: 'availability, hot', request: requestOf('availability', 'hot') },
  ],
  target: 0.6,
} satisfies Parameters<typeof compareWithLimit>[2]

const fewestStatements: Pick<Parameters<typeof preparePgbench>[1], 'name' | 'cleanup' | 'scripts'> = {
  name: 'fewest',
  cleanup: { deleteResults: deleteFewestResults },
  scripts: async ({ adminUrl }) => {
    await onDatabase(adminUrl, async client => {
      await client.query(fewestTables)
      await client.query(fewestFunction)
    })
    return { spread: `${choices.spread}\n${fewestScript}`, hot: `${choices.hot}\n${fewestScript}` }
  },
}

/** Checkouts of one popular zone keep most of the rate, and at 50 connections p99 is at most ten times p50. */
const fairness: Parameters<typeof compareWithPgbench>[2]['more'] = (measured, connections) => [
  atLeast(`checkout, hot, ${connections} connections, spread = 100%`, 0.7, ratio(measured.hot, measured.spread)),
  ...Object.entries(measured).flatMap(([pattern, checkout]) =>
    connections === 50 && checkout !== undefined
      ? [atMost(`checkout, ${pattern}, 50 connections, p99 / p50`, 10, checkout.p99 / checkout.p50, ' x')]
      : [],
  ),
]

const bookingDatabase = (context: BenchContext, name: string, count: number) =>
  filledDatabase(context, { name, with: `${count} bookings`, fill: client => fillDatabase(client, count) })

const startBookings = (context: BenchContext, name: string, database: System['database']) =>
  startSystem(context, { name, database, services: ['booking'], cleanup: bookingCleanup })

async function benchSize(context: BenchContext, few: System, many: System): Promise<Results[]> {
  const { storedBookings } = context.options
  const sizes = {
    few: { system: few, stored: `${storedBookings.few} stored bookings` },
    many: { system: many, stored: `${storedBookings.many} stored bookings` },
  }
  const results: Results[] = []
  for (const kind of ['availability', 'checkout'] as const) {
    const requests = () => ({ request: requestOf(kind, 'spread'), connections: 10 })
    results.push((await compareSizes(context, sizes, { name: kind, requests, target: 1.3, catchUp: true })).results)
  }
  return results
}
