import { startCheckoutRequestSchema } from '@campstore/contract/booking/schemas'
import { startStoreCheckoutSchema } from '@campstore/contract/checkout/schemas'
import { createLogger } from '@campstore/core/telemetry/log'
import { type Database, openDatabase } from '@campstore/database/database'
import { databaseClockOf } from '@campstore/database/database-clock'
import { createPaginator } from '@campstore/database/pagination'
import { noHoldLimits } from '@campstore/holds/hold-limits'
import { createRefusedLately } from '@campstore/holds/hold-service'
import { holdTimerMessage } from '@campstore/holds/messages'
import { alwaysSettled } from '@campstore/holds/testing/always-settled'
import { onDatabase } from '@campstore/local-servers/postgres'
import { ecpay } from '@campstore/payments/ecpay'
import { createAvailabilityReader } from '../../../services/booking/src/persistence/availability.ts'
import { createBookingHolds, createCheckoutInputs } from '../../../services/booking/src/persistence/checkout.ts'
import { createShortageReader } from '../../../services/booking/src/persistence/shortages.ts'
import { startCheckout as startBooking } from '../../../services/booking/src/use-cases/start-checkout.ts'
import {
  createOrderHolds,
  createCheckoutInputsReader as createOrderInputsReader,
} from '../../../services/checkout/src/persistence/checkout.ts'
import { startCheckout as startOrder } from '../../../services/checkout/src/use-cases/start-checkout.ts'
import type { BenchDatabase } from '../servers/servers.ts'
import { holdSeconds, paymentProvider } from '../servers/system.ts'
import { campgroundId, customerId, dateInDays, firstMember, numbers, shipping, variantId, zoneId } from './choices.ts'
import { fewestHold } from './fewest-hold.ts'

const pidOfSession = 'select pg_backend_pid() as pid'

/** A stay that no other turn of the first 8,000 has: any zone, any check-in, one to three nights. */
function requestOf(turn: number, idempotencyKey: string) {
  const campground = 1 + (turn % numbers.campgrounds)
  const zone = 1 + (Math.floor(turn / numbers.campgrounds) % numbers.zones)
  const day = numbers.first_day + (turn % numbers.days)
  return startCheckoutRequestSchema.parse({
    campgroundId: campgroundId(campground),
    checkIn: dateInDays(day),
    checkOut: dateInDays(day + 1 + (turn % 3)),
    guestCount: 2,
    idempotencyKey,
    zones: [{ zoneId: zoneId(campground, zone), quantity: 1 }],
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
 * Takes holds of bookings as the service does, on one session of the database.
 *
 * @param together how many at a time, of different members
 * @returns the pid of the session's process, which has been asked to end
 */
export const ownHolds = (bench: BenchDatabase, count: number, together = 1): Promise<number> =>
  onOneSession(bench, 'booking', { count, together }, ({ pool, ...common }, run) => {
    const dependencies = {
      ...common,
      readAvailability: createAvailabilityReader(pool),
      ...createCheckoutInputs(pool, common.databaseClock),
      takeBookingHold: createBookingHolds(pool, common),
      readShortages: createShortageReader(pool, 'after a refusal'),
      readShortagesBefore: createShortageReader(pool, 'before a hold'),
    }
    return turn => startBooking(dependencies, requestOf(turn, `own-${run}-${turn}`), memberOf(turn))
  })

/** Takes holds of orders of two items in the same way. */
export const ownOrders = (bench: BenchDatabase, count: number, together = 1): Promise<number> =>
  onOneSession(bench, 'checkout', { count, together }, ({ pool, ...common }, run) => {
    const dependencies = {
      ...common,
      requireVerifiedForCod: false,
      withdrawalDays: 0,
      paymentProvider: ecpay(paymentProvider),
      readCheckoutInputs: createOrderInputsReader(pool),
      takeOrderHold: createOrderHolds(pool, common),
    }
    return turn => startOrder(dependencies, orderRequestOf(turn, `own-${run}-${turn}`), memberOf(turn))
  })

const memberOf = (turn: number) => ({ ...firstMember, customerId: customerId(1 + (turn % numbers.members)) })

/** Takes holds by a use case that gets what those of both services need, on one session. */
async function onOneSession(
  { urlOf }: BenchDatabase,
  service: 'booking' | 'checkout',
  { count, together }: { count: number; together: number },
  prepare: (common: ReturnType<typeof dependenciesOn>, run: number) => (turn: number) => Promise<unknown>,
): Promise<number> {
  const database = openDatabase({ url: urlOf(service), poolSize: 1, applicationName: 'bench' })
  const run = Date.now()
  const take = prepare(dependenciesOn(database, service, run), run)
  try {
    for (let turn = 0; turn < count; turn += together)
      await Promise.all(Array.from({ length: together }, (_, place) => take(turn + place)))
    const { rows } = await database.requests.query<{ pid: number }>(pidOfSession)
    return rows[0]?.pid ?? 0
  } finally {
    await database.close()
  }
}

function dependenciesOn(database: Database, service: 'booking' | 'checkout', run: number) {
  const clock = () => new Date()
  let ids = 0
  const newId = () => `hold-${run}-${ids++}`
  return {
    pool: database.requests,
    database,
    clock,
    databaseClock: databaseClockOf(clock),
    settlement: alwaysSettled(clock),
    newId,
    signalOutbox: () => {},
    log: createLogger('bench', 'silent'),
    refusedLately: createRefusedLately(),
    findPage: createPaginator(database.requests),
    holdSeconds,
    holdLimits: noHoldLimits,
    holdTimer: () => holdTimerMessage(service === 'booking' ? 'booking' : 'order', holdSeconds, newId),
    allowAnonymousHolds: true,
  }
}

/** Takes the same holds by the function of `fewest.sql`, which must have run. */
export const fewestHolds = ({ urlOf }: BenchDatabase, count: number): Promise<number> =>
  onDatabase(urlOf('booking'), async client => {
    const run = Date.now()
    for (let turn = 0; turn < count; turn += 1) {
      const id = `${run}-${turn}`
      const { rows } = await client.query(fewestHold(id, firstMember, requestOf(turn, `fewest-${id}`)))
      if (rows[0]?.outcome !== 'held') throw new Error(`The hold was ${rows[0]?.outcome}`)
    }
    const { rows } = await client.query<{ pid: number }>(pidOfSession)
    return rows[0]?.pid ?? 0
  })
