import { ecpayTestShop } from '@campstore/core/config/local-defaults'
import { identityProject } from '@campstore/local-servers/identity'
import { createTestVhost } from '@campstore/testing/broker'
import { setPolicy } from '@campstore/testing/campground'
import { createTestDatabase, withLongLimits } from '@campstore/testing/databases'
import { createIdentities } from '@campstore/testing/identity'
import { openPaymentService } from '@campstore/testing/payments'
import {
  type ProcessName,
  type ServiceName,
  type ServiceProcess,
  type SystemProcesses,
  startProcesses,
} from '@campstore/testing/processes'
import { internalKeys, paymentSecret } from '@campstore/testing/secrets'
import { testServers } from '@campstore/testing/servers'
import type { Pool } from 'pg'
import { clientOf, type MemberClient, repeatingRefusals } from './client.ts'
import { subscribe } from './messages.ts'

export type { ServiceName } from '@campstore/testing/processes'

/** A database of one test file: a clone on the run's server, or on a separate server. */
export type SystemDatabase = {
  urlFor(service: string): string
  /** A pool with the owner's role, closed by `drop`. */
  pool(): Pool
  drop(): Promise<void>
}

/** What to start, its servers if not the shared ones, and their configuration. */
export type SystemOptions = {
  services: readonly ServiceName[]
  database?: SystemDatabase
  rabbitmqUrl?: string
  /** The address that a service logs in to the broker with, where that is not the one above. */
  brokerUrlFor?(service: ServiceName): string | undefined
  /** Configuration of the identity provider, default the emulator of the test run. */
  identity?: Readonly<Record<string, string>>
  /** Without it, the services have no cache. */
  redisUrl?: string
  /** Default 900, as in production. */
  holdSeconds?: number
  /** Whether all instances run in the process of the test: for half of the processor time, but none can be killed. */
  inProcess?: boolean
  /** Instances of each service, or of some; by default two of the services that decide races, so that the two must agree. */
  processes?: number | Partial<Record<ServiceName, number>>
  /** Seconds between two sweeps, default 5; with an hour, only hold timers end holds. */
  sweepSeconds?: number
  /** Seconds past its deadline that a hold waits to know whether it was paid, default 300, as in production. */
  graceSeconds?: number
  /** Where payment forms go; by default ECPay's page, which no test opens. */
  paymentPage?: string
  /** More of a service's configuration, read at each start of a process. */
  variablesOf?(name: ServiceName, instance: number): Readonly<Record<string, string>>
  /** More of the gateway's configuration. */
  gateway?: Readonly<Record<string, string>>
  /** More of the configuration of every process. */
  environment?: Readonly<Record<string, string>>
  /** The processes of a service whose logs have no reader once they are ready, by their number; by default none. */
  withoutLogReader?: readonly number[]
}

/** The gateway in front of the services, each as one or two instances, on real servers. */
export type System = Awaited<ReturnType<typeof startSystem>>

/** By default, services that decide races run twice. */
const processesOf: Record<ServiceName, number> = { booking: 2, checkout: 2, products: 1, me: 1, admin: 2 }

/** The first request of a member to each service: afterwards the process has verified the token. */
const firstRequests: readonly [ServiceName, string][] = [
  ['booking', '/api/booking/bookings'],
  ['checkout', '/api/checkout/sessions/none'],
  ['me', '/api/me/orders'],
]

/** No process is taken for frozen or too slow because the machine is busy, or because a test holds a lock. */
const longTimeout = { UPSTREAM_TIMEOUT_MS: '600000' }

/** Starts the system with a new database and a new vhost. */
export async function startSystem(options: SystemOptions) {
  const { services, withoutLogReader = [] } = options
  const vhost = options.rabbitmqUrl === undefined ? await createTestVhost() : undefined
  const rabbitmqUrl = options.rabbitmqUrl ?? vhost?.url ?? ''
  const database: SystemDatabase = options.database ?? (await patientDatabase())
  const owner = database.pool()
  await setPolicy(owner)
  const subscriber = await subscribe(rabbitmqUrl)
  const payments = await openPaymentService(rabbitmqUrl)
  const environmentOf = (name: ServiceName, instance = 0): Record<string, string> => ({
    ...serviceEnvironment(options, database.urlFor(name), options.brokerUrlFor?.(name) ?? rabbitmqUrl),
    ...options.variablesOf?.(name, instance),
  })
  const ofGateway = { ...longTimeout, ...options.environment, ...options.gateway }
  const { processes } = options
  const countOf = (name: ServiceName) =>
    typeof processes === 'number' ? processes : { ...processesOf, ...processes }[name]
  const running = await startProcesses({
    counts: { gateway: 1, ...Object.fromEntries(services.map(name => [name, countOf(name)])) },
    variablesOf: (name, instance) => (name === 'gateway' ? ofGateway : environmentOf(name, instance)),
    startOne: options.inProcess ? (await import('./in-process.ts')).startInProcess : undefined,
    optionsOf: (name: ProcessName, instance) => {
      const isUnread = name !== 'gateway' && withoutLogReader.includes(instance)
      return { logReader: isUnread ? 'gone' : undefined }
    },
  })
  const gateway = running.process('gateway', 0)
  /** Creates members who call through the gateway, and whose tokens every process has already verified. */
  const members = (count: number) => signedInMembers(count, gateway.url, running, owner)
  return {
    ...running,
    /** Configuration of a service, for an additional instance. */
    environmentOf,
    url: gateway.url,
    gateway,
    /** The database, with the owner's role. */
    owner,
    subscriber,
    payments,
    rabbitmqUrl,
    /** A client without a token. */
    visitor: clientOf(gateway.url),
    members,
    member: async () => {
      const [member] = await members(1)
      if (!member) throw new Error('no member')
      return member
    },
    stop: async (): Promise<void> => {
      await running.stopAll()
      await payments.close()
      await database.drop()
      await vhost?.delete()
    },
  }
}

/** A clone for a system whose database does not fail. */
async function patientDatabase(): Promise<SystemDatabase> {
  const database = await createTestDatabase()
  return { ...database, urlFor: service => withLongLimits(database.urlFor(service)) }
}

/** One environment for all services: a service reads only variables that it knows. */
export const serviceEnvironment = (
  options: Omit<SystemOptions, 'services'>,
  databaseUrl: string,
  rabbitmqUrl: string,
): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  RABBITMQ_URL: rabbitmqUrl,
  ...(options.redisUrl === undefined ? {} : { REDIS_URL: options.redisUrl }),
  ...(options.identity ?? emulator()),
  ...internalKeys.environment,
  PAYMENT_SIGNING_SECRET: paymentSecret,
  CHECKOUT_HOLD_SECONDS: String(options.holdSeconds ?? 900),
  SWEEP_INTERVAL_SECONDS: String(options.sweepSeconds ?? 5),
  PAYMENT_GRACE_SECONDS: String(options.graceSeconds ?? 300),
  NODE_ENV: 'test',
  ...longTimeout,
  ...ecpayTestShop,
  ECPAY_CHECKOUT_URL: options.paymentPage ?? 'https://payment-stage.ecpay.com.tw/Cashier/AioCheckOut/V5',
  ECPAY_RETURN_URL: 'https://payments.example.com/ecpay',
  ...options.environment,
})

/** The identity emulator of the test run. */
const emulator = () => ({
  AUTH_PROVIDER: 'firebase',
  FIREBASE_PROJECT_ID: identityProject,
  FIREBASE_AUTH_EMULATOR_HOST: testServers().identityHost,
})

/** Every process has verified their tokens, so that a race is about holds and not about the identity provider. */
async function signedInMembers(
  count: number,
  url: string,
  running: SystemProcesses,
  owner: Pool,
): Promise<MemberClient[]> {
  const identities = await createIdentities(Array.from({ length: count }, () => ({})))
  const targets = firstRequests.flatMap(([name, path]) => running.processes(name).map(({ url }) => ({ url, path })))
  for (let next = 0; next < count; next += 20) {
    const some = identities.slice(next, next + 20)
    for (const target of targets)
      await Promise.all(some.map(({ token }) => repeatingRefusals(clientOf(target.url, token)).get(target.path)))
  }
  const customers = await customerIds(owner)
  return identities.map(({ token, uid }) => {
    const at = (address: string): MemberClient => ({
      ...clientOf(address, token),
      customerId: customers.get(uid) ?? '',
      at,
    })
    return at(url)
  })
}

/** Ids of all customers, by their subject. */
async function customerIds(owner: Pool): Promise<Map<string, string>> {
  const { rows } = await owner.query<{ uid: string; id: string }>('select firebase_uid as uid, id from member.customer')
  return new Map(rows.map(({ uid, id }) => [uid, id]))
}

/** One of a service's processes, by the last character of an id. */
export const processFor = (system: System, service: ServiceName, id: string): ServiceProcess =>
  system.process(service, id.charCodeAt(id.length - 1) % system.processes(service).length)

/** How a process has ended: `still runs` while it has not. */
export const endOf = (process: ServiceProcess): Promise<string> => Promise.race([process.exited, 'still runs'])
