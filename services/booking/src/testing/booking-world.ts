import { randomUUID } from 'node:crypto'
import { signInternalToken } from '@campstore/auth/internal-token'
import { loadConfig } from '@campstore/config/load-config'
import { type BookingCheckoutSession, bookingCheckoutSessionSchema } from '@campstore/contract/booking/schemas'
import type { PaymentNotification } from '@campstore/contract/messages/payments'
import { type ExpiryOutcome, expireHeld, sweepOverdue } from '@campstore/holds/expire'
import { type Client, createClient } from '@campstore/testing/client'
import { paymentFor } from '@campstore/testing/payments'
import { dependenciesBeside } from '@campstore/testing/use-cases-beside'
import { internalKeys, startWorld, type World } from '@campstore/testing/world'
import { bookingConfig } from '../config.ts'
import { heldBookings } from '../held-bookings.ts'
import { entities } from '../persistence/entities.ts'
import { startBookingService } from '../service.ts'
import { createSetting, type Setting } from './setting.ts'

/** The path at which checkouts begin. */
export const sessionsPath = '/api/booking/checkout/sessions'

/** A booking service in a world of its own. */
export type BookingWorld = World & {
  /** Sets the scene: campgrounds, zones, listings, closures, holidays, policy, customers. */
  set: Setting
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
export async function startBookingWorld(environment: Record<string, string> = {}): Promise<BookingWorld> {
  const world = await startWorld({
    ...{ service: 'booking', permission: 'bookings.edit', queues: 2, environment },
    start: (variables, log, clock) => startBookingService(loadConfig(bookingConfig, variables), log, clock),
  })
  const set = createSetting(world.owner)
  await set.policy()
  const beside = await dependenciesBeside(world, { service: 'booking', schema: 'booking', entities })
  const held = heldBookings(beside)
  return {
    ...world,
    set,
    expire: expireHeld(held, beside),
    sweep: sweepOverdue(held, beside),
    hold: async (member, request) => {
      const answer = await world.as({ subject: member.subject }).post(sessionsPath, request)
      if (answer.status !== 200) throw new Error(`no hold: ${JSON.stringify(answer.body)}`)
      return bookingCheckoutSessionSchema.parse(answer.data)
    },
    pay: async (session, changes) => {
      const notification = { ...fullPayment(session, world.clock.now()), ...changes }
      await world.notify(notification)
      return notification
    },
    stop: async () => {
      await beside.close()
      await world.stop()
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
export const administratorWith = ({ service, clock }: BookingWorld, permissions: readonly string[]): Client =>
  createClient(service.url, async () => {
    const call = { adminId: 'admin-1', permissions, audience: 'booking' }
    return `Bearer ${await signInternalToken(call, internalKeys.signingKey, clock.now)}`
  })
