import { randomUUID } from 'node:crypto'
import { type BookingCheckoutSession, bookingCheckoutSessionSchema } from '@campstore/contract/booking/schemas'
import { loadConfig } from '@campstore/core/config/load-config'
import { type WithHolds, withHolds } from '@campstore/holds/testing/with-holds'
import { paymentFor } from '@campstore/testing/payments'
import { startServiceFixture } from '@campstore/testing/service-fixture'
import { bookingHold } from '../booking-hold.ts'
import { bookingConfig } from '../config.ts'
import { startBookingService } from '../service.ts'
import { createScenario, type Scenario } from './scenario.ts'

export const sessionsPath = '/api/booking/checkout/sessions'

/** A booking service with its own servers and clock. */
export type BookingFixture = WithHolds<BookingCheckoutSession> & {
  /** Inserts campgrounds, zones, listings, closures, holidays, policy and customers. */
  scenario: Scenario
}

/** Starts one. It does not sweep unless SWEEP_INTERVAL_SECONDS is given: a moved clock alone changes nothing. */
export async function startBookingFixture(environment: Record<string, string> = {}): Promise<BookingFixture> {
  const fixture = await startServiceFixture({
    service: 'booking',
    permission: 'bookings.edit',
    queues: 2,
    environment,
    start: (variables, log, clock) => startBookingService(loadConfig(bookingConfig, variables), log, clock),
  })
  const scenario = createScenario(fixture.owner)
  await scenario.policy()
  return {
    ...(await withHolds(fixture, bookingHold, {
      entities: () => import('../persistence/entities.ts'),
      sessionsPath,
      session: bookingCheckoutSessionSchema,
      payment: ({ bookingId: id, pricing }, at) => paymentFor({ kind: 'booking', id }, pricing.finalAmount, at),
    })),
    scenario,
  }
}

/** A checkout of one site for one night, from Monday 2026-12-07 to Tuesday, with changes. */
export const checkoutOf = (zone: { id: string; campgroundId: string }, changes: object = {}) => ({
  campgroundId: zone.campgroundId,
  checkIn: '2026-12-07',
  checkOut: '2026-12-08',
  guestCount: 2,
  zones: [{ zoneId: zone.id, quantity: 1 }],
  paymentMethod: 'gateway-credit',
  idempotencyKey: randomUUID(),
  ...changes,
})

/** What every read of a booking shows of its session. */
export function shownOf(session: BookingCheckoutSession) {
  const {
    checkoutStep: _,
    secondsLeft: __,
    methodsOutlivingHold: ___,
    methodsNotTakingAmount: ____,
    ...shown
  } = session
  return shown
}
