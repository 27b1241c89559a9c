import { signInternalToken } from '@campstore/auth/internal-token'
import type { PaymentNotification, RefundFailure, RefundNotification } from '@campstore/contract/messages/payments'
import type { Running } from '@campstore/core/run-until-stopped'
import type { Logger } from '@campstore/core/telemetry/log'
import type pg from 'pg'
import { pino } from 'pino'
import { createTestVhost, type TestVhost } from './broker.ts'
import { spyOnBroker } from './broker-spy.ts'
import { type Client, createClient } from './client.ts'
import { createClock, type TestClock } from './clock.ts'
import { createTestDatabase, type TestDatabase, withLongLimits } from './databases.ts'
import { type OidcIssuer, startOidcIssuer, type TokenClaims } from './oidc-issuer.ts'
import { type Fields, insertCustomer } from './rows.ts'
import { internalKeys, paymentSecret } from './secrets.ts'
import { closeIdleConnections } from './send.ts'
import { eventually } from './waiting.ts'

export { internalKeys, paymentSecret } from './secrets.ts'

/** A service in this process with its own database, vhost and identity provider, and a clock to move. */
export type ServiceFixture = Awaited<ReturnType<typeof startServiceFixture>>

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

type Queues = Awaited<ReturnType<TestVhost['listQueues']>>

/** Vhosts of fixtures that have ended, by service: their queues take longer to create, and to list, than everything else. */
const free = new Map<string, { vhost: TestVhost; queues?: Queues }[]>()

/** Starts a service with its own environment. */
export async function startServiceFixture(options: ServiceFixtureOptions) {
  const freeVhosts = free.get(options.service) ?? []
  free.set(options.service, freeVhosts)
  const used = freeVhosts.pop()
  const [database, vhost, issuer] = await Promise.all([
    createTestDatabase(),
    used?.vhost ?? createTestVhost(),
    startOidcIssuer(),
  ])
  /** The clock is stopped at 2026-11-20 16:00 in Taipei, a Friday, until a test moves it; `owner` has the owner's role. */
  const environmentOfTest = { clock: createClock(), database, owner: database.pool(), vhost, issuer }
  const { clock } = environmentOfTest
  const broker = await spyOnBroker(vhost.url)
  const queues = used && (used.queues ?? (await vhost.listQueues()))
  if (queues) await broker.purge(queues)
  const log: Record<string, unknown>[] = []
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
    /** The service's log lines, parsed. */
    log,
    /** The service's logger, for use cases that a test calls directly. */
    logger,
    /** Publishes a payment notification, signed at the clock's present. */
    notify: (notification: PaymentNotification | RefundNotification | RefundFailure, secret = paymentSecret) =>
      broker.pay(notification, { secret, at: clock.now() }),
    stop: async (): Promise<void> => {
      closeIdleConnections()
      await service.stop()
      await Promise.all([broker.stop(), issuer.stop()])
      await database.drop()
      freeVhosts.push({ vhost, ...(queues?.length && { queues }) })
    },
  }
}

/** Waits until the service consumes its queues: before, they do not exist. */
const consuming = (log: readonly Record<string, unknown>[], queues: number): Promise<void> =>
  eventually(() => {
    const consumed = log.filter(({ msg }) => msg === 'Consuming').map(({ queue }) => queue)
    if (consumed.length < queues) throw new Error(`the service only consumes ${consumed.join(', ') || 'nothing'}`)
  })

type TestEnvironment = {
  clock: TestClock
  database: TestDatabase
  owner: pg.Pool
  vhost: TestVhost
  issuer: OidcIssuer
}

const environmentIn = ({ database, vhost, issuer }: TestEnvironment, service: string): Record<string, string> => ({
  PORT: '0',
  DATABASE_URL: withLongLimits(database.urlFor(service)),
  DATABASE_POOL_SIZE: '3',
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
) {
  const authorize = createAuthorizations(clock)
  /** With tokens of this subject, issued at the clock's present. */
  const as = (member: Pick<TokenClaims, 'subject' | 'email' | 'verified' | 'name' | 'provider'>): Client =>
    createClient(url, () => authorize(member, issuedAt => issuer.token({ ...member, issuedAt })), isChecked)
  return {
    as,
    /** Without a token. */
    anyone: createClient(url, async () => undefined, isChecked),
    /** A new active customer and their client. */
    member: async (changes?: Fields) => {
      const customer = await insertCustomer(owner, changes)
      return { ...customer, client: as({ subject: customer.subject }) }
    },
    /** Of the internal endpoints, for an administrator with this permission, or with these. */
    administrator: (permissions: string | readonly string[] = usual, adminId = 'admin-1'): Client => {
      const call = { adminId, permissions: [permissions].flat(), audience }
      return createClient(url, () =>
        authorize(call, issuedAt => signInternalToken(call, internalKeys.signingKey, () => issuedAt)),
      )
    },
  }
}

/** Headers with a token of each instant and person, signed once: that takes as long as a request. */
function createAuthorizations(clock: TestClock) {
  const known = new Map<string, Promise<string>>()
  let issuedAt = clock.now()
  return async (claims: object, sign: (issuedAt: Date) => Promise<string>): Promise<string> => {
    const now = clock.now()
    if (now.getTime() !== issuedAt.getTime()) known.clear()
    issuedAt = now
    const key = JSON.stringify(claims)
    const token = known.get(key) ?? sign(now)
    known.set(key, token)
    return `Bearer ${await token}`
  }
}
