import { createInternalKeys } from '@campstore/auth/internal-keys'
import { signInternalToken } from '@campstore/auth/internal-token'
import type { PaymentNotification } from '@campstore/contract/messages/payments'
import type { Running } from '@campstore/core/run-until-stopped'
import type { Logger } from '@campstore/core/telemetry/log'
import type pg from 'pg'
import { pino } from 'pino'
import { vi } from 'vitest'
import { createTestVhost, type TestVhost } from './broker.ts'
import { type BrokerSpy, spyOnBroker } from './broker-spy.ts'
import { type Client, createClient } from './client.ts'
import { createClock, type TestClock } from './clock.ts'
import { createTestDatabase, type TestDatabase } from './databases.ts'
import { type OidcIssuer, startOidcIssuer, type TokenClaims } from './oidc-issuer.ts'
import { type Fields, insertCustomer, type SetCustomer } from './rows.ts'

/** Secret of payment notifications in tests. */
export const paymentSecret = 'payment-secret-of-the-tests'
/** Keys of internal calls in tests. */
export const internalKeys = createInternalKeys()

/** Around a service in this process: a database, a vhost and an identity provider of its own, and a clock to move. */
type Surroundings = {
  /** Stands at 2026-11-20 16:00 in Taipei, a Friday, until a test moves it. */
  clock: TestClock
  database: TestDatabase
  /** With the role that owns everything. */
  owner: pg.Pool
  vhost: TestVhost
  issuer: OidcIssuer
}

/** Who talks to the service. */
type Clients = {
  /** Nobody in particular. */
  anyone: Client
  /** A client with tokens of this subject, made at the clock's present. */
  as(member: Pick<TokenClaims, 'subject' | 'email' | 'name'>): Client
  /** A new active customer and their client. */
  member(changes?: Fields): Promise<SetCustomer & { client: Client }>
  /** Who calls the internal endpoints for an administrator with this one permission. */
  administrator(permission?: string, adminId?: string): Client
}

/** A service in this process, with all that it needs for itself alone. */
export type ServiceFixture = Surroundings &
  Clients & {
    service: Running
    broker: BrokerSpy
    /** What the service logged, one parsed line each. */
    log: Record<string, unknown>[]
    /** The service's logger, for use cases called beside it. */
    logger: Logger
    /** Publishes a payment notification, signed at the clock's present. */
    notify(notification: PaymentNotification): Promise<void>
    stop(): Promise<void>
  }

/** Which service a fixture is about. */
export type ServiceFixtureOptions = {
  /** Name of the service: of its login role, and the audience of internal calls to it. */
  service: string
  /** Permission of {@link ServiceFixture.administrator} when a test names none. */
  permission: string
  /** How many queues it consumes; the fixture is ready when it does. */
  queues: number
  /**
   * Variables that differ from the usual ones. With a RABBITMQ_URL or DATABASE_URL of its own, the service's consumers are not
   * waited for.
   */
  environment: Record<string, string>
  /** Starts it with these variables: those that every service of ours knows, RESPONSE_CHECK strict, and a sweeper that rests. */
  start(environment: Record<string, string>, log: Logger, clock: () => Date): Promise<Running>
}

/** Starts one. */
export async function startServiceFixture(options: ServiceFixtureOptions): Promise<ServiceFixture> {
  const [database, vhost, issuer] = await Promise.all([createTestDatabase(), createTestVhost(), startOidcIssuer()])
  const around = { clock: createClock(), database, owner: database.pool(), vhost, issuer }
  const { clock } = around
  const broker = await spyOnBroker(vhost.url)
  const log: ServiceFixture['log'] = []
  const logger = pino({ level: 'debug' }, { write: line => void log.push(JSON.parse(line)) })
  const environment = { ...environmentIn(around, options.service), ...options.environment }
  const service = await options.start(environment, logger, clock.now)
  const { RABBITMQ_URL, DATABASE_URL } = options.environment
  if (RABBITMQ_URL === undefined && DATABASE_URL === undefined) await consuming(log, options.queues)
  return {
    ...around,
    ...clientsOf(service.url, around, options),
    service,
    broker,
    log,
    logger,
    notify: notification => broker.pay(notification, { secret: paymentSecret, at: clock.now() }),
    stop: async () => {
      await service.stop()
      await Promise.all([broker.stop(), issuer.stop()])
      await Promise.all([database.drop(), vhost.delete()])
    },
  }
}

/** Waits until the service takes messages: before that, a payment would find no queue. */
const consuming = (log: ServiceFixture['log'], queues: number): Promise<void> =>
  vi.waitFor(() => {
    const consumed = log.filter(({ msg }) => msg === 'Consuming').map(({ queue }) => queue)
    if (consumed.length < queues) throw new Error(`the service consumes only ${consumed.join(', ') || 'nothing'}`)
  }, 30_000)

const environmentIn = ({ database, vhost, issuer }: Surroundings, service: string): Record<string, string> => ({
  PORT: '0',
  DATABASE_URL: database.urlFor(service),
  DATABASE_POOL_SIZE: '6',
  RABBITMQ_URL: vhost.url,
  ...internalKeys.environment,
  PAYMENT_SIGNING_SECRET: paymentSecret,
  SWEEP_INTERVAL_SECONDS: '3600',
  RESPONSE_CHECK: 'strict',
  ...issuer.environment,
})

function clientsOf(
  url: string,
  { clock, issuer, owner }: Surroundings,
  { service: audience, permission: usual }: ServiceFixtureOptions,
): Clients {
  const as: Clients['as'] = member =>
    createClient(url, async () => `Bearer ${await issuer.token({ ...member, issuedAt: clock.now() })}`)
  return {
    as,
    anyone: createClient(url, async () => undefined),
    member: async changes => {
      const customer = await insertCustomer(owner, changes)
      return { ...customer, client: as({ subject: customer.subject }) }
    },
    administrator: (permission = usual, adminId = 'admin-1') =>
      createClient(url, async () => {
        const call = { adminId, permissions: [permission], audience }
        return `Bearer ${await signInternalToken(call, internalKeys.signingKey, clock.now)}`
      }),
  }
}
