import { startCheckoutRequestSchema } from '@campstore/contract/booking/schemas'
import { createLogger } from '@campstore/core/telemetry/log'
import { openDatabase } from '@campstore/database/database'
import { databaseClockOf } from '@campstore/database/database-clock'
import { createPaginator } from '@campstore/database/pagination'
import { noHoldLimits } from '@campstore/holds/hold-limits'
import { createRefusedLately } from '@campstore/holds/refused-lately'
import { alwaysSettled } from '@campstore/holds/testing/always-settled'
import { onDatabase } from '@campstore/local-servers/postgres'
import { createAvailabilityReader } from '../../../services/booking/src/persistence/availability.ts'
import { createCheckoutInputsReader } from '../../../services/booking/src/persistence/checkout.ts'
import { createShortageReader } from '../../../services/booking/src/persistence/shortages.ts'
import { startCheckout } from '../../../services/booking/src/use-cases/start-checkout.ts'
import type { BenchDatabase } from '../servers/servers.ts'
import { holdSeconds } from '../servers/system.ts'
import { campgroundId, dateInDays, firstMember, numbers, zoneId } from './choices.ts'

const pidOfSession = 'select pg_backend_pid() as pid'

/** A stay that no other turn of the first 8,000 has: any zone, any check-in, one to three nights. */
function stayOf(turn: number) {
  const campground = campgroundId(1 + (turn % numbers.campgrounds))
  const zone = zoneId(1 + (turn % numbers.campgrounds), 1 + (Math.floor(turn / numbers.campgrounds) % numbers.zones))
  const day = numbers.first_day + (turn % numbers.days)
  return { campground, zone, checkIn: dateInDays(day), checkOut: dateInDays(day + 1 + (turn % 3)) }
}

const requestOf = (turn: number, idempotencyKey: string) => {
  const { campground, zone, checkIn, checkOut } = stayOf(turn)
  return startCheckoutRequestSchema.parse({
    campgroundId: campground,
    checkIn,
    checkOut,
    guestCount: 2,
    idempotencyKey,
    zones: [{ zoneId: zone, quantity: 1 }],
    paymentMethod: 'gateway-credit',
  })
}

/**
 * Takes holds as the service does, one after the other on one session of the database.
 *
 * @returns the pid of the session's process, which has been asked to end
 */
export async function ownHolds({ urlOf }: BenchDatabase, count: number): Promise<number> {
  const database = openDatabase({ url: urlOf('booking'), poolSize: 1, applicationName: 'bench' })
  const { requests: pool } = database
  const clock = () => new Date()
  const run = Date.now()
  let ids = 0
  const dependencies = {
    database,
    clock,
    databaseClock: databaseClockOf(clock),
    settlement: alwaysSettled(clock),
    newId: () => `hold-${run}-${ids++}`,
    signalOutbox: () => {},
    log: createLogger('bench', 'silent'),
    readAvailability: createAvailabilityReader(pool),
    readCheckoutInputs: createCheckoutInputsReader(pool),
    readShortages: createShortageReader(pool, 'after a refusal'),
    readShortagesBefore: createShortageReader(pool, 'before a hold'),
    refusedLately: createRefusedLately(),
    findPage: createPaginator(pool),
    holdSeconds,
    holdLimits: noHoldLimits,
    allowAnonymousHolds: true,
  }
  try {
    for (let turn = 0; turn < count; turn += 1)
      await startCheckout(dependencies, requestOf(turn, `own-${run}-${turn}`), firstMember)
    const { rows } = await pool.query<{ pid: number }>(pidOfSession)
    return rows[0]?.pid ?? 0
  } finally {
    await database.close()
  }
}

/** As long as the response and the event of a booking of one zone. */
const body = JSON.stringify({ is: 'as long as those of a booking', text: 'x'.repeat(850) })

/** Takes the same holds by the function of `fewest.sql`, which must have run. */
export const fewestHolds = ({ urlOf }: BenchDatabase, count: number): Promise<number> =>
  onDatabase(urlOf('booking'), async client => {
    const run = Date.now()
    const { customerId, name, email } = firstMember
    for (let turn = 0; turn < count; turn += 1) {
      const { campground, zone, checkIn, checkOut } = stayOf(turn)
      const [key, id] = [`fewest-${run}-${turn}`, `fewest-hold-${run}-${turn}`]
      const of = [id, customerId, name, email, campground, zone, checkIn, checkOut, key, 'f'.repeat(64), body]
      const values = [...of, `${id}-event`, '{}', `${id}-timer`]
      const text = `select fewest.hold(${values.map((_, index) => `$${index + 1}`).join(', ')}) as outcome`
      const { rows } = await client.query<{ outcome: string }>({ name: 'fewest', text, values })
      if (rows[0]?.outcome !== 'held') throw new Error(`The hold was ${rows[0]?.outcome}`)
    }
    const { rows } = await client.query<{ pid: number }>(pidOfSession)
    return rows[0]?.pid ?? 0
  })
