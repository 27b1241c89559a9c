import { randomUUID } from 'node:crypto'
import { type BookingCheckoutSession, bookingCheckoutSessionSchema } from '@campstore/contract/booking/schemas'
import type { PaymentNotification } from '@campstore/contract/messages/payments'
import { loadConfig } from '@campstore/core/config/load-config'
import { type ExpiryOutcome, expireHold } from '@campstore/holds/expire-hold'
import { createOverdueHoldSweep } from '@campstore/holds/jobs/sweep-overdue-holds'
import { alwaysSettled } from '@campstore/holds/testing/always-settled'
import { paymentFor } from '@campstore/testing/payments'
import { type ServiceFixture, startServiceFixture } from '@campstore/testing/service-fixture'
import { createUseCaseDependencies } from '@campstore/testing/use-case-harness'
import { bookingHold } from '../booking-hold.ts'
import { bookingConfig } from '../config.ts'
import { startBookingService } from '../service.ts'
import { createScenario, type Scenario } from './scenario.ts'

/** The path of checkout sessions. */
export const sessionsPath = '/api/booking/checkout/sessions'

/** A booking service with servers and clock of its own. */
export type BookingFixture = ServiceFixture & {
  /** Inserts campgrounds, zones, listings, closures, holidays, policy and customers. */
  scenario: Scenario
  /** Expires a hold that is over, as the consumer of expired holds does. */
  expire(bookingId: string): Promise<ExpiryOutcome>
  /** One sweep of overdue holds; returns how many expired. */
  sweep(): Promise<number>
  /** Starts a checkout that must succeed. */
  hold(member: { subject: string }, request: object): Promise<BookingCheckoutSession>
  /** Publishes a signed notification that the booking was paid in full, with changes to its fields. */
  pay(session: BookingCheckoutSession, changes?: Partial<PaymentNotification>): Promise<PaymentNotification>
}

/**
 * Starts a booking service. It does not sweep unless SWEEP_INTERVAL_SECONDS is set, so that moving the clock has no effect of
 * its own.
 *
 * @param environment variables that differ from the default of tests
 */
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
  const deps = await createUseCaseDependencies(fixture, {
    service: 'booking',
    schema: 'booking',
    entities: () => import('../persistence/entities.ts'),
  })
  const settlement = alwaysSettled(fixture.clock.now)
  return {
    ...fixture,
    scenario,
    expire: bookingId => expireHold(deps, bookingHold, settlement, bookingId),
    sweep: createOverdueHoldSweep(deps, bookingHold, settlement),
    hold: async (member, request) => {
      const answer = await fixture.as({ subject: member.subject }).post(sessionsPath, request)
      if (answer.status !== 200) throw new Error(`The hold was refused: ${JSON.stringify(answer.body)}`)
      return bookingCheckoutSessionSchema.parse(answer.data)
    },
    pay: async (session, changes) => {
      const notification = { ...fullPayment(session, fixture.clock.now()), ...changes }
      await fixture.notify(notification)
      return notification
    },
    stop: async () => {
      await deps.close()
      await fixture.stop()
    },
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

/** The notification that a booking was paid in full. */
export const fullPayment = ({ bookingId, pricing }: BookingCheckoutSession, at: Date): PaymentNotification =>
  paymentFor({ kind: 'booking', id: bookingId }, pricing.finalAmount, at)
