import { type Bench, type Context, startContext } from '../context.ts'
import { bookingCleanup, fillDatabase } from '../data/data.ts'
import { compareCheckouts, compareSizes, compareWithKoa, preparePgbench } from '../measure/comparisons.ts'
import { roundsOf } from '../report.ts'
import type { BenchDatabase } from '../servers/servers.ts'
import { startMeasuredSystem } from '../servers/system.ts'
import { bookingScripts } from '../workloads/checkout-scripts.ts'

/** Measures the booking service. */
export async function benchBooking(bench: Bench): Promise<void> {
  const context = await startContext(bench)
  const { options, report } = context
  report.environment(roundsOf(options))
  const { few, many } = options.storedBookings
  const database = await bookingDatabase(context, 'few', few)
  const limit = { source: database, service: 'booking', cleanup: bookingCleanup, scripts: bookingScripts } as const
  const pgbench = options.parts.includes('checkout') ? await preparePgbench(context, limit) : undefined
  const system = await startBookings(context, 'few', database)
  if (options.parts.includes('availability')) {
    await compareWithKoa(context, system, {
      constant: 'availability',
      goal: 0.6,
      requests: [
        { name: 'availability, spread', workload: { kind: 'availability', pattern: 'spread' } },
        { name: 'availability, hot', workload: { kind: 'availability', pattern: 'hot' } },
      ],
    })
  }
  if (options.parts.includes('checkout'))
    await compareCheckouts(context, system, pgbench, pattern => ({ kind: 'booking', pattern }))
  if (options.parts.includes('size')) {
    const large = await startBookings(context, 'many', await bookingDatabase(context, 'many', many))
    const sizes = {
      few: { system, stored: `${few} stored bookings` },
      many: { system: large, stored: `${many} stored bookings` },
    }
    const common = { goal: 1.3, catchUp: true }
    const workloads = [
      { name: 'availability', workload: { kind: 'availability', pattern: 'spread' } },
      { name: 'checkout', workload: { kind: 'booking', pattern: 'spread' } },
    ] as const
    for (const each of workloads) await compareSizes(context, sizes, { ...each, ...common })
  }
}

/** Makes a database with stored bookings. */
async function bookingDatabase(context: Context, name: string, bookings: number): Promise<BenchDatabase> {
  context.log(`storing ${bookings} bookings`)
  return context.servers.createDatabase(name, client => fillDatabase(client, ['members', 'bookings'], { bookings }))
}

/** Starts the booking service and a gateway. */
const startBookings = (context: Context, name: string, database: BenchDatabase) =>
  startMeasuredSystem(context, { name, database, services: ['booking'], cleanup: bookingCleanup })
