import { signInternalToken } from '@campstore/auth/internal-token'
import type { PaymentNotification, RefundNotification } from '@campstore/contract/messages/payments'
import type { Running } from '@campstore/core/run-until-stopped'
import type { Logger } from '@campstore/core/telemetry/log'
import type pg from 'pg'
import { pino } from 'pino'
import { createTestVhost, type TestVhost } from './broker.ts'
import { type BrokerSpy, spyOnBroker } from './broker-spy.ts'
import { type Client, createClient } from './client.ts'
import { createClock, type TestClock } from './clock.ts'
import { createTestDatabase, type TestDatabase, withPatience } from './databases.ts'
import { type OidcIssuer, startOidcIssuer, type TokenClaims } from './oidc-issuer.ts'
import { type Fields, insertCustomer, type TestCustomer } from './rows.ts'
import { internalKeys, paymentSecret } from './secrets.ts'
import { eventually } from './waiting.ts'

export { internalKeys, paymentSecret } from './secrets.ts'

/** Environment of a service in this process: its own database, vhost and identity provider, and a clock to move. */
type TestEnvironment = {
  /** Is stopped at 2026-11-20 16:00 in Taipei, a Friday, until a test moves it. */
  clock: TestClock
  database: TestDatabase
  /** With the owner's role. */
  owner: pg.Pool
  vhost: TestVhost
  issuer: OidcIssuer
}

type Clients = {
  /** Without a token. */
  anyone: Client
  /** With tokens of this subject, issued at the clock's present. */
  as(member: Pick<TokenClaims, 'subject' | 'email' | 'verified' | 'name' | 'provider'>): Client
  /** A new active customer and their client. */
  member(changes?: Fields): Promise<TestCustomer & { client: Client }>
  /** Of the internal endpoints, for an administrator with this permission, or with these. */
  administrator(permissions?: string | readonly string[], adminId?: string): Client
}

/** A service in this process with its environment. */
export type ServiceFixture = TestEnvironment &
  Clients & {
    service: Running
    broker: BrokerSpy
    /** The service's log lines, parsed. */
    log: Record<string, unknown>[]
    /** The service's logger, for use cases that a test calls directly. */
    logger: Logger
    /** Publishes a payment notification, signed at the clock's present. */
    notify(notification: PaymentNotification | RefundNotification): Promise<void>
    stop(): Promise<void>
  }

type ServiceFixtureOptions = {
  /** Its name, also of its login role and the audience of internal calls. */
  service: string
  /** Default permission of {@link ServiceFixture.administrator}. */
  permission: string
  /** How many queues it consumes before the fixture is ready. */
  queues: number
  /**
   * Variables that replace or extend the usual ones. With another RABBITMQ_URL or DATABASE_URL, the fixture does not wait for the
   * consumers.
   */
  environment: Record<string, string>
  /** Paths whose responses are checked; responses of fakes are not. See {@link createClient}. */
  isChecked?: (path: string) => boolean
  /** Starts it with the variables of every service, a strict check of responses, and one sweep an hour. */
  start(environment: Record<string, string>, log: Logger, clock: () => Date): Promise<Running>
}

/** Starts a service with its own environment. */
export async function startServiceFixture(options: ServiceFixtureOptions): Promise<ServiceFixture> {
  const [database, vhost, issuer] = await Promise.all([createTestDatabase(), createTestVhost(), startOidcIssuer()])
  const environmentOfTest = { clock: createClock(), database, owner: database.pool(), vhost, issuer }
  const { clock } = environmentOfTest
  const broker = await spyOnBroker(vhost.url)
  const log: ServiceFixture['log'] = []
  const logger = pino({ level: 'debug' }, { write: line => void log.push(JSON.parse(line)) })
  const environment = { ...environmentIn(environmentOfTest, options.service), ...options.environment }
  const service = await options.start(environment, logger, clock.now)
  const { RABBITMQ_URL, DATABASE_URL } = options.environment
  if (RABBITMQ_URL === undefined && DATABASE_URL === undefined) await consuming(log, options.queues)
  return {
    ...environmentOfTest,
    ...clientsOf(service.url, environmentOfTest, options),
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

/** Waits until the service consumes its queues: before, they do not exist. */
const consuming = (log: ServiceFixture['log'], queues: number): Promise<void> =>
  eventually(() => {
    const consumed = log.filter(({ msg }) => msg === 'Consuming').map(({ queue }) => queue)
    if (consumed.length < queues) throw new Error(`the service only consumes ${consumed.join(', ') || 'nothing'}`)
  })

const environmentIn = ({ database, vhost, issuer }: TestEnvironment, service: string): Record<string, string> => ({
  PORT: '0',
  DATABASE_URL: withPatience(database.urlFor(service)),
  DATABASE_POOL_SIZE: '6',
  RABBITMQ_URL: vhost.url,
  ...internalKeys.environment,
  PAYMENT_SIGNING_SECRET: paymentSecret,
  SWEEP_INTERVAL_SECONDS: '3600',
  NODE_ENV: 'test',
  ...issuer.environment,
})

function clientsOf(
  url: string,
  { clock, issuer, owner }: TestEnvironment,
  { service: audience, permission: usual, isChecked }: ServiceFixtureOptions,
): Clients {
  const as: Clients['as'] = member =>
    createClient(url, async () => `Bearer ${await issuer.token({ ...member, issuedAt: clock.now() })}`, isChecked)
  return {
    as,
    anyone: createClient(url, async () => undefined, isChecked),
    member: async changes => {
      const customer = await insertCustomer(owner, changes)
      return { ...customer, client: as({ subject: customer.subject }) }
    },
    administrator: (permissions = usual, adminId = 'admin-1') =>
      createClient(url, async () => {
        const call = { adminId, permissions: [permissions].flat(), audience }
        return `Bearer ${await signInternalToken(call, internalKeys.signingKey, clock.now)}`
      }),
  }
}
