import { startCheckoutRequestSchema } from '@campstore/contract/booking/schemas'
import { startStoreCheckoutSchema } from '@campstore/contract/checkout/schemas'
import { createLogger } from '@campstore/core/telemetry/log'
import { type Database, openDatabase } from '@campstore/database/database'
import { databaseClockOf } from '@campstore/database/database-clock'
import { createPaginator } from '@campstore/database/pagination'
import { noHoldLimits } from '@campstore/holds/hold-limits'
import { createRefusedLately } from '@campstore/holds/hold-service'
import { alwaysSettled } from '@campstore/holds/testing/always-settled'
import { onDatabase } from '@campstore/local-servers/postgres'
import { ecpay } from '@campstore/payments/ecpay'
import { createAvailabilityReader } from '../../../services/booking/src/persistence/availability.ts'
import { createCheckoutInputs } from '../../../services/booking/src/persistence/checkout.ts'
import { createShortageReader } from '../../../services/booking/src/persistence/shortages.ts'
import { startCheckout as startBooking } from '../../../services/booking/src/use-cases/start-checkout.ts'
import { createCheckoutInputsReader as createOrderInputsReader } from '../../../services/checkout/src/persistence/checkout.ts'
import { startCheckout as startOrder } from '../../../services/checkout/src/use-cases/start-checkout.ts'
import type { BenchDatabase } from '../servers/servers.ts'
import { holdSeconds, paymentProvider } from '../servers/system.ts'
import { campgroundId, dateInDays, firstMember, numbers, shipping, variantId, zoneId } from './choices.ts'

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

/** A cart of two variants with stock at one location, as two thirds have it. */
const orderRequestOf = (turn: number, idempotencyKey: string) =>
  startStoreCheckoutSchema.parse({
    items: [1 + (turn % 200), 251 + (turn % 200)].map(product => ({
      variantId: variantId({ product, variant: 1 }),
      quantity: 1,
    })),
    shipping,
    paymentMethod: 'gateway-credit',
    idempotencyKey,
  })

/**
 * Takes holds of bookings as the service does, one after the other on one session of the database.
 *
 * @returns the pid of the session's process, which has been asked to end
 */
export const ownHolds = (bench: BenchDatabase, count: number): Promise<number> =>
  onOneSession(bench, 'booking', count, ({ common, pool, run }) => {
    const dependencies = {
      ...common,
      readAvailability: createAvailabilityReader(pool),
      ...createCheckoutInputs(pool, common.databaseClock),
      readShortages: createShortageReader(pool, 'after a refusal'),
      readShortagesBefore: createShortageReader(pool, 'before a hold'),
    }
    return turn => startBooking(dependencies, requestOf(turn, `own-${run}-${turn}`), firstMember)
  })

/** Takes holds of orders of two items in the same way. */
export const ownOrders = (bench: BenchDatabase, count: number): Promise<number> =>
  onOneSession(bench, 'checkout', count, ({ common, pool, run }) => {
    const dependencies = {
      ...common,
      requireVerifiedForCod: false,
      withdrawalDays: 0,
      paymentProvider: ecpay(paymentProvider),
      readCheckoutInputs: createOrderInputsReader(pool),
    }
    return turn => startOrder(dependencies, orderRequestOf(turn, `own-${run}-${turn}`), firstMember)
  })

/** What the use cases of both services need, on one session. */
async function onOneSession(
  { urlOf }: BenchDatabase,
  service: 'booking' | 'checkout',
  count: number,
  prepare: (session: ReturnType<typeof sessionOf>) => (turn: number) => Promise<unknown>,
): Promise<number> {
  const database = openDatabase({ url: urlOf(service), poolSize: 1, applicationName: 'bench' })
  const take = prepare(sessionOf(database))
  try {
    for (let turn = 0; turn < count; turn += 1) await take(turn)
    const { rows } = await database.requests.query<{ pid: number }>(pidOfSession)
    return rows[0]?.pid ?? 0
  } finally {
    await database.close()
  }
}

function sessionOf(database: Database) {
  const clock = () => new Date()
  const run = Date.now()
  let ids = 0
  const common = {
    database,
    clock,
    databaseClock: databaseClockOf(clock),
    settlement: alwaysSettled(clock),
    newId: () => `hold-${run}-${ids++}`,
    signalOutbox: () => {},
    log: createLogger('bench', 'silent'),
    refusedLately: createRefusedLately(),
    findPage: createPaginator(database.requests),
    holdSeconds,
    holdLimits: noHoldLimits,
    allowAnonymousHolds: true,
  }
  return { common, pool: database.requests, run }
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
