import { type Bench, type Context, startContext } from '../context.ts'
import { bookingCleanup, filledDatabase } from '../data/data.ts'
import { compare, compareCheckouts } from '../measure/comparisons.ts'
import { roundsOf } from '../report.ts'
import type { BenchDatabase } from '../servers/servers.ts'
import { loadVariant, startMeasuredSystem } from '../servers/system.ts'
import { patterns } from '../workloads/choices.ts'
import { measureExpiry } from './expiry.ts'
import { measureHold } from './hold.ts'

export async function benchBooking(bench: Bench): Promise<void> {
  const context = await startContext(bench)
  const { options, report } = context
  report.environment(roundsOf(options))
  const isAsked = (part: string) => options.parts.includes(part)
  if (isAsked('availability') || isAsked('checkout')) {
    const system = await startBookings(context, 'bookings', await bookingDatabase(context, 'bookings'))
    for (const connections of isAsked('availability') ? options.connections : []) {
      const variants = patterns.map(pattern => {
        const workload = { kind: 'availability', pattern } as const
        return loadVariant(system, context, { name: `availability, ${pattern}`, workload, connections })
      })
      await compare(context, connections, variants)
    }
    if (isAsked('checkout')) await compareCheckouts(context, system, pattern => ({ kind: 'booking', pattern }))
  }
  if (isAsked('expiry')) {
    const database = await bookingDatabase(context, 'expiry')
    await measureExpiry(context, way => startBookings(context, 'expiry', database, way))
  }
  if (isAsked('hold')) await measureHold(context, await bookingDatabase(context, 'hold'))
}

/** Makes a database with stored bookings. */
export const bookingDatabase = (context: Context, name: string, release?: string): Promise<BenchDatabase> =>
  filledDatabase(context, name, ['members', 'bookings'], { release })

/** Starts the booking service and a gateway. */
export const startBookings = (
  context: Context,
  name: string,
  database: BenchDatabase,
  more: Pick<Parameters<typeof startMeasuredSystem>[1], 'brokerUrl' | 'release'> = {},
) => startMeasuredSystem(context, { name, database, services: ['booking'], cleanup: bookingCleanup, ...more })
