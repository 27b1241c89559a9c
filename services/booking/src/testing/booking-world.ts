import { randomUUID } from 'node:crypto'
import { signInternalToken } from '@campstore/auth/internal-token'
import { loadConfig } from '@campstore/config/load-config'
import { type BookingCheckoutSession, bookingCheckoutSessionSchema } from '@campstore/contract/booking/schemas'
import type { PaymentNotification } from '@campstore/contract/messages/payments'
import { openDatabase } from '@campstore/database/database'
import { type ExpiryOutcome, expireHeld, sweepOverdue } from '@campstore/holds/expire'
import { newId } from '@campstore/ids/new-id'
import { createOutboxSignal } from '@campstore/messaging/outbox'
import type { Service } from '@campstore/service/start-service'
import type { Logger } from '@campstore/telemetry/log'
import { createTestVhost, type TestVhost } from '@campstore/testing/broker'
import { createClock, type TestClock } from '@campstore/testing/clock'
import { createTestDatabase, type TestDatabase } from '@campstore/testing/databases'
import { type OidcIssuer, startOidcIssuer, type TokenClaims } from '@campstore/testing/oidc-issuer'
import type pg from 'pg'
import { pino } from 'pino'
import { vi } from 'vitest'
import { bookingConfig } from '../config.ts'
import { heldBookings } from '../held-bookings.ts'
import { entities } from '../persistence/entities.ts'
import { startBookingService } from '../service.ts'
import { type BrokerTap, tapBroker } from './broker-tap.ts'
import { type Client, createClient } from './client.ts'
import { createSetting, type SetCustomer, type Setting } from './setting.ts'

/** Secret of payment notifications in tests. */
export const paymentSecret = 'payment-secret-of-the-tests'
/** Secret of internal calls in tests. */
export const internalSecret = 'internal-secret-of-the-tests'

/** The path at which checkouts begin. */
export const sessionsPath = '/api/booking/checkout/sessions'

/** A booking service in this process with a database, a vhost and an identity provider of its own, and a clock to move. */
export type BookingWorld = {
  /** Stands at 2026-11-20 16:00 in Taipei, a Friday, until a test moves it. */
  clock: TestClock
  database: TestDatabase
  /** With the role that owns everything. */
  owner: pg.Pool
  vhost: TestVhost
  issuer: OidcIssuer
  service: Service
  broker: BrokerTap
  /** What the service logged, one parsed line each. */
  log: Record<string, unknown>[]
  /** Sets the scene: campgrounds, zones, listings, closures, holidays, policy, customers. */
  set: Setting
  /** Nobody in particular. */
  anyone: Client
  /** A client with tokens of this subject, made at the clock's present. */
  as(member: Pick<TokenClaims, 'subject' | 'email' | 'name'>): Client
  /** A new active customer and their client. */
  member(changes?: Record<string, unknown>): Promise<SetCustomer & { client: Client }>
  /** Who calls the internal endpoints for an administrator with this one permission. */
  administrator(permission?: string, adminId?: string): Client
  /** Ends a hold if it is over, as the consumer of ended holds does. */
  expire(bookingId: string): Promise<ExpiryOutcome>
  /** One round of the sweeper; how many holds it ended. */
  sweep(): Promise<number>
  /** Starts a checkout that must succeed. */
  hold(member: { subject: string }, request: object): Promise<BookingCheckoutSession>
  /** Publishes a signed notification that the booking was paid in full; changes make it another one. */
  pay(session: BookingCheckoutSession, changes?: Partial<PaymentNotification>): Promise<PaymentNotification>
  stop(): Promise<void>
}

/**
 * Starts one. The sweeper rests unless SWEEP_INTERVAL_SECONDS is given, so that a moved clock changes nothing by itself.
 *
 * @param environment variables that differ from the test's usual ones
 */
export async function startBookingWorld(environment: Record<string, string> = {}): Promise<BookingWorld> {
  const clock = createClock()
  const [database, vhost, issuer] = await Promise.all([createTestDatabase(), createTestVhost(), startOidcIssuer()])
  const owner = database.pool()
  const set = createSetting(owner)
  await set.policy()
  const broker = await tapBroker(vhost.url)
  const config = configFor({ database, vhost, issuer }, environment)
  const log: Record<string, unknown>[] = []
  const logger = pino({ level: 'debug' }, { write: line => void log.push(JSON.parse(line)) })
  const service = await startBookingService(config, logger, clock.now)
  if (environment.RABBITMQ_URL === undefined) await consuming(log)
  const useCases = await useCasesBeside(database, { clock, holdSeconds: config.CHECKOUT_HOLD_SECONDS, logger })
  const clients = clientsOf(service.url, { clock, issuer, set })
  return {
    ...{ clock, database, owner, vhost, issuer, service, broker, log, set },
    ...clients,
    ...{ expire: useCases.expire, sweep: useCases.sweep },
    hold: async (member, request) => {
      const answer = await clients.as({ subject: member.subject }).post(sessionsPath, request)
      if (answer.status !== 200) throw new Error(`no hold: ${JSON.stringify(answer.body)}`)
      return bookingCheckoutSessionSchema.parse(answer.data)
    },
    pay: async (session, changes) => {
      const notification = { ...fullPayment(session, clock.now()), ...changes }
      await broker.pay(notification, { secret: paymentSecret, at: clock.now() })
      return notification
    },
    stop: async () => {
      await service.stop()
      await Promise.all([useCases.close(), broker.stop(), issuer.stop()])
      await Promise.all([database.drop(), vhost.delete()])
    },
  }
}

/** Waits until the service takes messages: before that, a payment would find no queue. */
const consuming = (log: BookingWorld['log']): Promise<void> =>
  vi.waitFor(() => {
    const queues = log.filter(({ msg }) => msg === 'consuming').map(({ queue }) => queue)
    if (queues.length < 2) throw new Error(`the service consumes only ${queues.join(', ') || 'nothing'}`)
  }, 30_000)

type Places = Pick<BookingWorld, 'database' | 'vhost' | 'issuer'>

const configFor = ({ database, vhost, issuer }: Places, environment: Record<string, string>) =>
  loadConfig(bookingConfig, {
    ...{ PORT: '0', DATABASE_URL: database.urlFor('booking'), DATABASE_POOL_SIZE: '6', RABBITMQ_URL: vhost.url },
    ...{ INTERNAL_TOKEN_SECRET: internalSecret, PAYMENT_SIGNING_SECRET: paymentSecret },
    ...{ SWEEP_INTERVAL_SECONDS: '3600', RESPONSE_CHECK: 'strict' },
    ...issuer.environment,
    ...environment,
  })

/** The expiry's use cases on connections of their own, to be called at the moment a test wants. */
async function useCasesBeside(
  database: TestDatabase,
  { clock, holdSeconds, logger }: { clock: TestClock; holdSeconds: number; logger: Logger },
) {
  const url = database.urlFor('booking')
  const own = await openDatabase({ url, poolSize: 2, entities, applicationName: 'test' })
  const signalOutbox = createOutboxSignal(own.pool, 'booking')
  const dependencies = { database: own, clock: clock.now, newId, holdSeconds, signalOutbox, log: logger }
  return {
    expire: expireHeld(heldBookings(dependencies), dependencies),
    sweep: sweepOverdue(heldBookings(dependencies), dependencies),
    close: () => own.close(),
  }
}

function clientsOf(
  url: string,
  { clock, issuer, set }: Pick<BookingWorld, 'clock' | 'issuer' | 'set'>,
): Pick<BookingWorld, 'anyone' | 'as' | 'member' | 'administrator'> {
  const as: BookingWorld['as'] = member =>
    createClient(url, async () => `Bearer ${await issuer.token({ ...member, issuedAt: clock.now() })}`)
  return {
    as,
    anyone: createClient(url, async () => undefined),
    member: async changes => {
      const customer = await set.customer(changes)
      return { ...customer, client: as({ subject: customer.subject }) }
    },
    administrator: (permission = 'bookings.edit', adminId = 'admin-1') =>
      createClient(url, async () => {
        const call = { adminId, permission, audience: 'booking' }
        return `Bearer ${await signInternalToken(call, internalSecret, clock.now)}`
      }),
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
export const fullPayment = (session: BookingCheckoutSession, at: Date): PaymentNotification => ({
  eventId: randomUUID(),
  type: 'payment.succeeded',
  target: { kind: 'booking', id: session.bookingId },
  amount: session.pricing.finalAmount as PaymentNotification['amount'],
  currency: 'TWD',
  paymentMethod: 'gateway-credit',
  providerTradeNo: `T${randomUUID().slice(0, 8)}`,
  paidAt: at.toISOString(),
})
