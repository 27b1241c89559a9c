import type { Context } from '../context.ts'
import { bookingCleanup, filledDatabase } from '../data/data.ts'
import { type Load, measure, measureCheckouts } from '../measure/rounds.ts'
import type { BenchDatabase } from '../servers/servers.ts'
import { startMeasuredSystem } from '../servers/system.ts'
import { type Pattern, patterns } from '../workloads/choices.ts'
import { measureExpiry } from './expiry.ts'
import { measureHold } from './hold.ts'

export async function benchBooking(context: Context): Promise<void> {
  const { options } = context
  const isAsked = (part: string) => options.parts.includes(part)
  if (isAsked('availability') || isAsked('checkout')) {
    const system = await startBookings(context, 'bookings', await bookingDatabase(context, 'bookings'))
    const loadOf = (pattern: Pattern): Load => {
      const workload = { kind: 'availability', pattern } as const
      return { name: `availability, ${pattern}`, system, workload }
    }
    for (const connections of isAsked('availability') ? options.connections : [])
      await measure(context, connections, patterns.map(loadOf))
    if (isAsked('checkout')) await measureCheckouts(context, system, pattern => ({ kind: 'booking', pattern }))
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
