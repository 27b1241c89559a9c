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
import { createCheckoutInputsReader } from '../persistence/checkout.ts'
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
    stop,
  } = await createHoldDependencies('booking', () => import('../persistence/entities.ts'), given)
  const scenario = createScenario(owner)
  await scenario.policy()
  const { requests } = shared.database
  const deps = {
    ...shared,
    readAvailability: createAvailabilityReader(requests),
    readCheckoutInputs: createCheckoutInputsReader(requests),
    readShortages: createShortageReader(requests, 'after a refusal'),
    readShortagesBefore: createShortageReader(requests, 'before a hold'),
    findPage: createPaginator(requests),
  }
  return {
    deps,
    /** With the role of the booking service. */
    database: shared.database,
    /** With the role that owns everything. */
    owner,
    scenario,
    /** Starts a checkout; fields that are not given have plausible values. */
    hold: ({ nights, ...rest }: HoldRequest, customerId = 'guest') => {
      const defaults = { guestCount: 1, paymentMethod: 'gateway-credit', idempotencyKey: randomUUID() } as const
      const request = startCheckoutRequestSchema.parse({ ...rest, ...stayOf(nights), ...defaults })
      return outcomeOf(startCheckout(deps, request, memberOf(customerId)))
    },
    cancel: (bookingId: string, customerId = 'guest') => cancelHold(deps, bookingHold, bookingId, memberOf(customerId)),
    stop,
  }
}
