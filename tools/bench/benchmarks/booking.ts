import { onDatabase } from '@campstore/local-servers/postgres'
import { type Bench, type Context, startContext } from '../context.ts'
import { bookingCleanup, fewestCleanup, fillDatabase, runSql } from '../data/data.ts'
import {
  compareCheckouts,
  compareSearches,
  compareSizes,
  compareWithKoa,
  fewest,
  type PgbenchLimit,
  preparePgbench,
  sameSql,
} from '../measure/comparisons.ts'
import { roundsOf } from '../report.ts'
import type { BenchDatabase } from '../servers/servers.ts'
import { startMeasuredSystem } from '../servers/system.ts'
import { bookingScripts, fewestScripts } from '../workloads/checkout-scripts.ts'
import { campgroundId, dateInDays, numbers } from '../workloads/choices.ts'

/** Measures the booking service. */
export async function benchBooking(bench: Bench): Promise<void> {
  const context = await startContext(bench)
  const { options, report } = context
  report.environment(roundsOf(options))
  const { few, many } = options.storedBookings
  const database = await bookingDatabase(context, 'few', few)
  const limits = options.parts.includes('checkout') ? await checkoutLimits(context, database) : []
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
  if (options.parts.includes('search'))
    await compareSearches(
      context,
      system,
      { name: 'list of campgrounds', reads: [{ path: '/api/booking/campgrounds' }] },
      [
        { name: 'search, any stay of 1 to 3 nights', reads: searches },
        { name: 'calendar of 92 nights, any campground', reads: calendars },
      ],
    )
  if (options.parts.includes('checkout'))
    await compareCheckouts(context, system, limits, pattern => ({ kind: 'booking', pattern }))
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

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

/** Every stay of one to three nights within the window, for one to four guests: 960 searches. */
const searches = upTo(numbers.days).flatMap(day =>
  upTo(3).flatMap(nights =>
    upTo(4).map(guests => {
      const [checkIn, checkOut] = [numbers.first_day + day - 1, numbers.first_day + day - 1 + nights].map(dateInDays)
      return { path: `/api/booking/availability?checkIn=${checkIn}&checkOut=${checkOut}&guests=${guests}` }
    }),
  ),
)
const calendars = upTo(numbers.campgrounds).map(campground => ({
  path: `/api/booking/campgrounds/${campgroundId(campground)}/calendar?days=92`,
}))

/** Makes a database with stored bookings, by the migrations of this or of another release. */
export async function bookingDatabase(
  { log, servers }: Context,
  name: string,
  bookings: number,
  release?: string,
): Promise<BenchDatabase> {
  log(`storing ${bookings} bookings`)
  return servers.createDatabase(name, client => fillDatabase(client, ['members', 'bookings'], { bookings }), release)
}

/** Starts the booking service and a gateway. */
export const startBookings = (
  context: Context,
  name: string,
  database: BenchDatabase,
  more: Pick<Parameters<typeof startMeasuredSystem>[1], 'brokerUrl' | 'environment' | 'release'> = {},
) => startMeasuredSystem(context, { name, database, services: ['booking'], cleanup: bookingCleanup, ...more })

/** The service's own statements, and the same hold in the fewest statements that are safe. */
async function checkoutLimits(context: Context, source: BenchDatabase): Promise<PgbenchLimit[]> {
  const common = { source, service: 'booking' } as const
  const own = { ...common, ...sameSql, cleanup: bookingCleanup, scripts: bookingScripts }
  const scripts = async ({ adminUrl }: BenchDatabase) => {
    await onDatabase(adminUrl, client => runSql(client, 'fewest'))
    return fewestScripts
  }
  const least = { ...common, ...fewest, cleanup: fewestCleanup, scripts }
  return [...(await preparePgbench(context, own)), ...(await preparePgbench(context, least))]
}
