import { randomUUID } from 'node:crypto'
import type { Member } from '@campstore/auth/members'
import {
  type BookingCheckoutSession,
  type StartCheckoutBody,
  startCheckoutRequestSchema,
} from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import { addDays, type PlainDate } from '@campstore/core/plain-date'
import { createPaginator } from '@campstore/database/pagination'
import { noHoldLimits } from '@campstore/holds/hold-limits'
import { createRefusedLately } from '@campstore/holds/refused-lately'
import { alwaysSettled } from '@campstore/holds/testing/always-settled'
import { createClock } from '@campstore/testing/clock'
import { createTestDatabase } from '@campstore/testing/databases'
import { createUseCaseDependencies } from '@campstore/testing/use-case-harness'
import { pino } from 'pino'
import { parseStay, type Stay } from '../domain/stay.ts'
import { createAvailabilityReader } from '../persistence/availability.ts'
import { createCheckoutInputsReader } from '../persistence/checkout.ts'
import { createShortageReader } from '../persistence/shortages.ts'
import { cancelCheckout } from '../use-cases/change-booking.ts'
import { startCheckout } from '../use-cases/start-checkout.ts'
import { createScenario } from './scenario.ts'

type HoldRequest = Pick<StartCheckoutBody, 'campgroundId' | 'zones' | 'rentals'> & { nights: Nights }

/** A checkout session, or the code of its refusal. */
type HoldAnswer = { session: BookingCheckoutSession } | { refused: ApiError['code'] }

/** A stay by numbers: nights `[first, end)`, counted from {@link firstNight}. */
export type Nights = { first: number; end: number }

/** Night 0 of {@link Nights}: Monday 2026-12-07, far inside the booking window. */
export const firstNight: PlainDate = parseStay({ checkIn: '2026-12-07', checkOut: '2026-12-08' }).checkIn

/** The stay of numbered nights. */
export const stayOf = ({ first, end }: Nights): Stay => ({
  checkIn: addDays(firstNight, first),
  checkOut: addDays(firstNight, end),
})

const member: Member = {
  kind: 'member',
  customerId: 'guest',
  name: 'Guest',
  email: 'guest@members.test',
  emailVerified: true,
  status: 'active',
}

/** Holds of 15 minutes, without limits per member; no relay is woken. */
const unlimited = { holdSeconds: 900, holdLimits: noHoldLimits, allowAnonymousHolds: true, signalOutbox: () => {} }

/**
 * The use cases of the service on their own database, without HTTP and broker, for property tests. The clock is at 2026-11-20 16:00
 * in Taipei.
 */
export async function createBookingActions() {
  const testDatabase = await createTestDatabase()
  const owner = testDatabase.pool()
  const scenario = createScenario(owner)
  await scenario.policy()
  const clock = createClock()
  const shared = await createUseCaseDependencies(
    { database: testDatabase, clock, logger: pino({ enabled: false }) },
    { service: 'booking', entities: () => import('../persistence/entities.ts'), poolSize: 6 },
  )
  const { database } = shared
  const deps = {
    ...shared,
    ...unlimited,
    settlement: alwaysSettled(clock.now),
    readAvailability: createAvailabilityReader(database.requests),
    readCheckoutInputs: createCheckoutInputsReader(database.requests),
    readShortages: createShortageReader(database.requests, 'after a refusal'),
    readShortagesBefore: createShortageReader(database.requests, 'before a hold'),
    refusedLately: createRefusedLately(),
    findPage: createPaginator(database.requests),
  }
  return {
    /** With the role of the booking service. */
    database,
    /** With the role that owns everything. */
    owner,
    scenario,
    /** Starts a checkout; fields that are not given have plausible values. */
    hold: async ({ nights, ...rest }: HoldRequest): Promise<HoldAnswer> => {
      const defaults = { guestCount: 1, paymentMethod: 'gateway-credit', idempotencyKey: randomUUID() } as const
      const request = startCheckoutRequestSchema.parse({ ...rest, ...stayOf(nights), ...defaults })
      try {
        return { session: await startCheckout(deps, request, member) }
      } catch (error) {
        if (error instanceof ApiError) return { refused: error.code }
        throw error
      }
    },
    cancel: (bookingId: string) => cancelCheckout(deps, bookingId, member),
    stop: async () => {
      await shared.close()
      await testDatabase.drop()
    },
  }
}
