import { randomUUID } from 'node:crypto'
import { signInternalToken } from '@campstore/auth/internal-token'
import { type BookingCheckoutSession, bookingCheckoutSessionSchema } from '@campstore/contract/booking/schemas'
import type { PaymentNotification } from '@campstore/contract/messages/payments'
import { loadConfig } from '@campstore/core/config/load-config'
import { type ExpiryOutcome, expireHold } from '@campstore/holds/expire-hold'
import { createOverdueHoldSweep } from '@campstore/holds/jobs/sweep-overdue-holds'
import { alwaysSettled } from '@campstore/holds/testing/hold-fixture'
import { type Client, createClient } from '@campstore/testing/client'
import { paymentFor } from '@campstore/testing/payments'
import { internalKeys, type ServiceFixture, startServiceFixture } from '@campstore/testing/service-fixture'
import { createUseCaseDependencies } from '@campstore/testing/use-case-harness'
import { bookingHold } from '../booking-hold.ts'
import { bookingConfig } from '../config.ts'
import { entities } from '../persistence/entities.ts'
import { startBookingService } from '../service.ts'
import { createScenario, type Scenario } from './scenario.ts'

/** The path at which checkouts begin. */
export const sessionsPath = '/api/booking/checkout/sessions'

/** A booking service in a fixture of its own. */
export type BookingFixture = ServiceFixture & {
  /** Sets the scene: campgrounds, zones, listings, closures, holidays, policy, customers. */
  set: Scenario
  /** Ends a hold if it is over, as the consumer of ended holds does. */
  expire(bookingId: string): Promise<ExpiryOutcome>
  /** One round of the sweeper; how many holds it ended. */
  sweep(): Promise<number>
  /** Starts a checkout that must succeed. */
  hold(member: { subject: string }, request: object): Promise<BookingCheckoutSession>
  /** Publishes a signed notification that the booking was paid in full; changes make it another one. */
  pay(session: BookingCheckoutSession, changes?: Partial<PaymentNotification>): Promise<PaymentNotification>
}

/**
 * Starts one. The sweeper rests unless SWEEP_INTERVAL_SECONDS is given, so that a moved clock changes nothing by itself.
 *
 * @param environment variables that differ from the test's usual ones
 */
export async function startBookingFixture(environment: Record<string, string> = {}): Promise<BookingFixture> {
  const fixture = await startServiceFixture({
    service: 'booking',
    permission: 'bookings.edit',
    queues: 2,
    environment,
    start: (variables, log, clock) => startBookingService(loadConfig(bookingConfig, variables), log, clock),
  })
  const set = createScenario(fixture.owner)
  await set.policy()
  const deps = await createUseCaseDependencies(fixture, { service: 'booking', schema: 'booking', entities })
  const definition = bookingHold(deps)
  const settlement = alwaysSettled(fixture.clock.now)
  return {
    ...fixture,
    set,
    expire: bookingId => expireHold(deps, definition, settlement, bookingId),
    sweep: createOverdueHoldSweep(deps, definition, settlement),
    hold: async (member, request) => {
      const answer = await fixture.as({ subject: member.subject }).post(sessionsPath, request)
      if (answer.status !== 200) throw new Error(`no hold: ${JSON.stringify(answer.body)}`)
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

/** A checkout of one site for one night, from Monday 2026-12-07 to Tuesday, unless it is told otherwise. */
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

/** Who calls the internal endpoints for an administrator with several permissions. */
export const administratorWith = ({ service, clock }: BookingFixture, permissions: readonly string[]): Client =>
  createClient(service.url, async () => {
    const call = { adminId: 'admin-1', permissions, audience: 'booking' }
    return `Bearer ${await signInternalToken(call, internalKeys.signingKey, clock.now)}`
  })
