import { randomUUID } from 'node:crypto'
import { type StartCheckoutBody, startCheckoutRequestSchema } from '@campstore/contract/booking/schemas'
import { addDays, type PlainDate } from '@campstore/core/plain-date'
import { createPaginator } from '@campstore/database/pagination'
import { cancelHold } from '@campstore/holds/cancel-hold'
import { createHoldDependencies, memberOf, outcomeOf } from '@campstore/holds/testing/use-cases'
import type { TestDatabase } from '@campstore/testing/databases'
import { bookingHold } from '../booking-hold.ts'
import { parseStay, type Stay } from '../domain/stay.ts'
import { createAvailabilityReader } from '../persistence/availability.ts'
import { createBookingHolds, createCheckoutInputs } from '../persistence/checkout.ts'
import { createShortageReader } from '../persistence/shortages.ts'
import { startCheckout } from '../use-cases/start-checkout.ts'
import { createScenario } from './scenario.ts'

type HoldRequest = Pick<StartCheckoutBody, 'campgroundId' | 'zones' | 'rentals'> & { nights: Nights }

/** A stay by numbers: nights `[first, end)`, counted from {@link firstNight}. */
export type Nights = { first: number; end: number }

/** Night 0 of {@link Nights}: Monday 2026-12-07, far inside the booking window. */
export const firstNight: PlainDate = parseStay({ checkIn: '2026-12-07', checkOut: '2026-12-08' }).checkIn

/** The stay of numbered nights. */
export const stayOf = ({ first, end }: Nights): Stay => ({
  checkIn: addDays(firstNight, first),
  checkOut: addDays(firstNight, end),
})

/** The use cases of the service, for property tests. */
export async function createBookingActions(given?: TestDatabase) {
  const {
    deps: shared,
    owner,
    clock,
    stop,
  } = await createHoldDependencies('booking', () => import('../persistence/entities.ts'), given)
  const scenario = createScenario(owner)
  await scenario.policy()
  const { requests } = shared.database
  const deps = {
    ...shared,
    readAvailability: createAvailabilityReader(requests),
    ...createCheckoutInputs(requests, shared.databaseClock),
    takeBookingHold: createBookingHolds(requests, shared),
    readShortages: createShortageReader(requests, 'after a refusal'),
    readShortagesBefore: createShortageReader(requests, 'before a hold'),
    findPage: createPaginator(requests),
  }
  const holdWith = (
    own: object,
    { nights, ...rest }: HoldRequest & { idempotencyKey?: string },
    customerId = 'guest',
  ) => {
    const defaults = { guestCount: 1, paymentMethod: 'gateway-credit', idempotencyKey: randomUUID() } as const
    const request = startCheckoutRequestSchema.parse({ ...defaults, ...rest, ...stayOf(nights) })
    return outcomeOf(startCheckout({ ...deps, ...own }, request, memberOf(customerId)))
  }
  return {
    deps,
    /** With the role of the booking service. */
    database: shared.database,
    /** With the role that owns everything. */
    owner,
    clock,
    scenario,
    /** Starts a checkout; fields that are not given have plausible values. */
    hold: (request: HoldRequest, customerId?: string) => holdWith({}, request, customerId),
    /**
     * Starts checkouts as another process of the service.
     *
     * @param monotonic its clock, in milliseconds
     * @param afterRead runs between a read and the hold
     */
    startProcess: ({ monotonic = () => performance.now(), afterRead = async () => {} } = {}) => {
      const { readCheckoutInputs, knownCheckoutInputs } = createCheckoutInputs(requests, {
        monotonic,
        now: clock.now,
        // As long as a slow machine needs.
        maxReadMs: Number.POSITIVE_INFINITY,
      })
      const process = {
        /** The number of reads. */
        reads: 0,
        hold: (request: HoldRequest & { idempotencyKey?: string }) => holdWith(own, request),
      }
      const own = {
        takeBookingHold: createBookingHolds(requests, shared),
        knownCheckoutInputs,
        readCheckoutInputs: async (...wanted: Parameters<typeof readCheckoutInputs>) => {
          process.reads += 1
          const inputs = await readCheckoutInputs(...wanted)
          await afterRead()
          return inputs
        },
      }
      return process
    },
    cancel: (bookingId: string, customerId = 'guest') => cancelHold(deps, bookingHold, bookingId, memberOf(customerId)),
    stop,
  }
}
