import { createInternalKeys } from '@campstore/auth/internal-keys'
import { ecpayTestShop } from '@campstore/checkout/testing/checkout-fixture'
import { freePorts } from '@campstore/local-servers/ports'
import { createTestVhost } from '@campstore/testing/broker'
import { setPolicy } from '@campstore/testing/campground'
import { createTestDatabase } from '@campstore/testing/databases'
import { createIdentities } from '@campstore/testing/identity'
import { type ServiceProcess, startService } from '@campstore/testing/processes'
import { testServers } from '@campstore/testing/servers'
import type { Pool } from 'pg'
import { type Client, clientOf, type MemberClient } from './client.ts'
import { openPaymentService, type PaymentService, paymentSecret, type Subscriber, subscribe } from './messages.ts'

/** A database of one test file: a clone on the run's own server, or one on a server of its own. */
export type SystemDatabase = {
  urlFor(service: string): string
  /** A pool with the owner's role, closed by `drop`. */
  pool(): Pool
  drop(): Promise<void>
}

/** The services behind the gateway. */
export type ServiceName = 'booking' | 'checkout' | 'products' | 'me' | 'admin'

/** What is started, where its servers are when not on those that all tests share, and how it is configured. */
export type SystemOptions = {
  services: readonly ServiceName[]
  database?: SystemDatabase
  rabbitmqUrl?: string
  /** The address that a service logs in to the broker with, where that is not the one above. */
  brokerUrlFor?(service: ServiceName): string
  /** Without it, the services have no cache. */
  redisUrl?: string
  /** Default 900, as in production. */
  holdSeconds?: number
  /** Processes of each service; by default two of those that decide races, so that the two must agree. */
  processes?: number
  /** Seconds between two sweeps, default 5; with an hour, only hold timers end holds. */
  sweepSeconds?: number
  /** Seconds past its deadline that a hold waits to know whether it was paid, default 300, as in production. */
  graceSeconds?: number
  /** Where payment forms go; by default ECPay's page, which no test opens. */
  paymentPage?: string
  /** Root folder of the release that everything runs; by default this one. */
  release?: string
  /** More of a service's configuration, read at each start of a process. */
  variablesOf?(name: ServiceName, instance: number): Readonly<Record<string, string>>
  /** More of the gateway's configuration. */
  gateway?: Readonly<Record<string, string>>
  /** More of the configuration of every process. */
  environment?: Readonly<Record<string, string>>
  /** The processes of a service whose logs have no reader once they are ready, by their number; by default none. */
  withoutLogReader?: readonly number[]
}

/** The gateway in front of the services, each one or two real processes, on real servers. */
export type System = {
  /** The gateway's address. */
  url: string
  gateway: ServiceProcess
  /** The processes of a service, those of all services when none is named. */
  processes(name?: ServiceName): ServiceProcess[]
  /** One of the processes of a service. */
  process(name: ServiceName, instance: number): ServiceProcess
  /** Starts a process of a service instead of one that has ended, of the same release or of another one. */
  restart(name: ServiceName, instance: number, release?: string): Promise<void>
  /** Configuration of a service, for a process beside its own ones. */
  environmentOf(name: ServiceName): Record<string, string>
  /** Starts a gateway beside the first one. */
  startGateway(release?: string): Promise<ServiceProcess>
  /** The database, with the owner's role. */
  owner: Pool
  subscriber: Subscriber
  payments: PaymentService
  rabbitmqUrl: string
  /** A client without a token. */
  visitor: Client
  /** Creates members who call through the gateway, and whose tokens every process has already verified. */
  members(count: number): Promise<MemberClient[]>
  stop(): Promise<void>
}

/** The keys that sign calls between services. */
export const internalKeys = createInternalKeys()

/** By default, services that decide races run twice. */
const processesOf: Record<ServiceName, number> = { booking: 2, checkout: 2, products: 1, me: 1, admin: 2 }

/** The first request of a member to each service: afterwards the process has verified the token. */
const firstRequests: readonly [ServiceName, string][] = [
  ['booking', '/api/booking/bookings'],
  ['checkout', '/api/checkout/sessions/none'],
  ['me', '/api/me/orders'],
]

/** Starts the system with a new database and a new vhost. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const vhost = options.rabbitmqUrl === undefined ? await createTestVhost() : undefined
  const rabbitmqUrl = options.rabbitmqUrl ?? vhost?.url ?? ''
  const database: SystemDatabase = options.database ?? (await createTestDatabase())
  const owner = database.pool()
  await setPolicy(owner)
  const subscriber = await subscribe(rabbitmqUrl)
  const payments = await openPaymentService(rabbitmqUrl)

  const environment = (name: ServiceName, instance = 0) => ({
    ...serviceEnvironment(options, database.urlFor(name), options.brokerUrlFor?.(name) ?? rabbitmqUrl),
    ...options.variablesOf?.(name, instance),
  })
  const fleet = await startFleet(options.services, environment, options)
  const startGateway = (release = options.release) =>
    startService(
      'gateway/src/main.ts',
      { ...fleet.addresses, ...longTimeouts, ...options.environment, ...options.gateway },
      { release, withinMs: startTimeoutMs },
    )
  const gateway = await startGateway()
  return {
    startGateway,
    environmentOf: environment,
    url: gateway.url,
    gateway,
    ...fleet,
    owner,
    subscriber,
    payments,
    rabbitmqUrl,
    visitor: clientOf(gateway.url),
    members: count => signedInMembers(count, gateway.url, fleet, owner),
    stop: async () => {
      await gateway.stop()
      await Promise.all([...fleet.processes().map(process => process.stop()), payments.close()])
      await database.drop()
      await vhost?.delete()
    },
  }
}

/** How long a process may take to start while many others do. */
const startTimeoutMs = 100_000

/** A gateway that takes no process for frozen or too slow because the machine is busy. */
export const longTimeouts = { UPSTREAM_SILENCE_MS: '0', UPSTREAM_TIMEOUT_MS: '60000' }

type Fleet = Pick<System, 'processes' | 'process' | 'restart'> & { addresses: Record<string, string> }

/** Starts the services, each process on a port that it keeps. */
async function startFleet(
  names: readonly ServiceName[],
  environment: (name: ServiceName, instance: number) => Record<string, string>,
  { release, processes, withoutLogReader = [] }: Pick<SystemOptions, 'release' | 'processes' | 'withoutLogReader'>,
): Promise<Fleet> {
  const slots = names.flatMap(name =>
    Array.from({ length: processes ?? processesOf[name] }, (_, instance) => ({ name, instance })),
  )
  const ports = await freePorts(slots.length)
  const urls = (name: ServiceName) =>
    slots.flatMap((instance, line) => (instance.name === name ? [`http://127.0.0.1:${ports[line]}`] : []))
  const addresses = Object.fromEntries(names.map(name => [`${name.toUpperCase()}_URLS`, urls(name).join(',')]))
  const start = ({ name, instance }: (typeof slots)[number], line: number, of = release) => {
    const variables = { ...environment(name, instance), ...addresses, PORT: String(ports[line]) }
    const logReader = withoutLogReader.includes(instance) ? 'gone' : undefined
    return startService(`services/${name}/src/main.ts`, variables, { release: of, logReader, withinMs: startTimeoutMs })
  }
  const running = await Promise.all(slots.map((slot, line) => start(slot, line)))
  const runningOf = (name?: ServiceName) =>
    running.filter((_, line) => name === undefined || slots[line]?.name === name)
  return {
    processes: runningOf,
    process: (name, instance) => {
      const found = runningOf(name)[instance]
      if (!found) throw new Error(`${name} has no process ${instance}`)
      return found
    },
    restart: async (name, instance, release) => {
      const line = slots.findIndex(one => one.name === name && one.instance === instance)
      running[line] = await start({ name, instance }, line, release)
    },
    addresses,
  }
}

/** One environment for all: what a service does not know, it does not read. */
const serviceEnvironment = (options: SystemOptions, databaseUrl: string, rabbitmqUrl: string) => ({
  DATABASE_URL: databaseUrl,
  RABBITMQ_URL: rabbitmqUrl,
  ...(options.redisUrl === undefined ? {} : { REDIS_URL: options.redisUrl }),
  AUTH_PROVIDER: 'firebase',
  FIREBASE_PROJECT_ID: testServers().identityProject,
  FIREBASE_AUTH_EMULATOR_HOST: testServers().identityHost,
  ...internalKeys.environment,
  PAYMENT_SIGNING_SECRET: paymentSecret,
  CHECKOUT_HOLD_SECONDS: String(options.holdSeconds ?? 900),
  SWEEP_INTERVAL_SECONDS: String(options.sweepSeconds ?? 5),
  PAYMENT_GRACE_SECONDS: String(options.graceSeconds ?? 300),
  RESPONSE_CHECK: 'strict',
  OWNER_TIMEOUT_MS: '30000',
  ...ecpayTestShop,
  ...(options.paymentPage === undefined ? {} : { ECPAY_CHECKOUT_URL: options.paymentPage }),
  ...options.environment,
})

/** Every process has verified their tokens, so that a race is about holds and not about the identity provider. */
async function signedInMembers(count: number, url: string, fleet: Fleet, owner: Pool): Promise<MemberClient[]> {
  const identities = await createIdentities(Array.from({ length: count }, () => ({})))
  const targets = firstRequests.flatMap(([name, path]) => fleet.processes(name).map(({ url }) => ({ url, path })))
  for (let next = 0; next < count; next += 20) {
    const some = identities.slice(next, next + 20)
    for (const target of targets)
      await Promise.all(some.map(({ token }) => clientOf(target.url, token).get(target.path)))
  }
  const customers = await customerIds(owner)
  return identities.map(({ token, uid }) => ({ ...clientOf(url, token), customerId: customers.get(uid) ?? '' }))
}

/** Ids of all customers, by their subject. */
async function customerIds(owner: Pool): Promise<Map<string, string>> {
  const { rows } = await owner.query<{ uid: string; id: string }>('select firebase_uid as uid, id from member.customer')
  return new Map(rows.map(({ uid, id }) => [uid, id]))
}

/** How a process has ended: `still runs` while it has not. */
export const endOf = (process: ServiceProcess): Promise<string> => Promise.race([process.exited, 'still runs'])
