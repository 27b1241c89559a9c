import type { Context } from '../context.ts'
import { bookingCleanup, filledDatabase } from '../data/data.ts'
import { measure, measureCheckouts } from '../measure/rounds.ts'
import type { BenchDatabase } from '../servers/servers.ts'
import { startSmallestSystem } from '../servers/smallest-system.ts'
import { startMeasuredSystem } from '../servers/system.ts'
import { patterns } from '../workloads/choices.ts'
import { measureExpiry } from './expiry.ts'
import { measureHold } from './hold.ts'

export async function benchBooking(context: Context): Promise<void> {
  const { options } = context
  const isAsked = (part: string) => options.parts.includes(part)
  if (isAsked('availability') || isAsked('checkout')) {
    const database = await bookingDatabase(context, 'bookings')
    const system = await startBookings(context, 'bookings', database)
    const workloads = patterns.map(pattern => ({ kind: 'availability', pattern }) as const)
    const loads = workloads.map(workload => ({ name: `availability, ${workload.pattern}`, system, workload }))
    for (const connections of isAsked('availability') ? options.connections : [])
      await measure(context, connections, loads)
    if (isAsked('checkout')) {
      const smallest = options.profile ? await startSmallestSystem(context, database, system.owner) : undefined
      await measureCheckouts(context, system, pattern => ({ kind: 'booking', pattern }), smallest)
    }
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
