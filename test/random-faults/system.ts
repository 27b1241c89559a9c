import { brokerAddressesIn } from '@campstore/core/config/broker-addresses'
import { tolerateLosses } from '@campstore/database/lost-connections'
import { roleOf } from '@campstore/database/migrations'
import { identityProject } from '@campstore/local-servers/identity'
import { openPaymentService } from '@campstore/testing/payments'
import { proxyBefore } from '@campstore/testing/tcp-proxy'
import pg from 'pg'
import { brokerPasswordVariable } from '../../tools/broker/users.ts'
import { projectDirectory } from '../../tools/command.ts'
import { rolePasswordVariable } from '../../tools/configuration/tool-variables.ts'
import { localRolePasswords, migrateWith } from '../../tools/migrate.ts'
import { type BrokerLogins, brokerLogins } from '../../tools/start/own-servers.ts'
import { serviceEnvironment } from '../system/system.ts'
import { startBalancer } from './balancer.ts'
import { recordingClient } from './client.ts'
import { declareObserver } from './collect.ts'
import { createDataSet, holdSeconds } from './data-set.ts'
import type { Fault, FaultStep, FaultTarget, ReleaseChange } from './faults.ts'
import { type Fleet, type FleetProcess, startFleet } from './fleet.ts'
import type { History } from './history.ts'
import type { FaultRunOptions } from './options.ts'
import { recordingPayments } from './payment-service.ts'
import { createPeople, type Person } from './people.ts'
import { type FaultServers, type StartDatabaseAndBroker, startFaultServers } from './servers.ts'

/** On which servers the system runs, and what will happen to it. */
export type FaultScenario = {
  /** As many as fit into the time of the load are injected. */
  faults: readonly Fault[]
  startDatabaseAndBroker: StartDatabaseAndBroker
  /** The library that moves clocks, for faults that do. */
  faketime?: string | undefined
  /** The root folders of two releases, by the change that leads to each: the run starts with the one that a roll-back leads to. */
  releases?: Readonly<Record<ReleaseChange, string>> | undefined
}

/** The running system of a fault run, with its clients. */
export type FaultSystem = Awaited<ReturnType<typeof startFaultSystem>>

/**
 * Starts servers and processes, and creates the data set and the clients.
 *
 * @param logs folder for the logs
 */
export async function startFaultSystem(
  { minutes, members, inBatches = false }: FaultRunOptions,
  logs: string,
  { startDatabaseAndBroker, faults, faketime, releases }: FaultScenario,
) {
  const servers = await startFaultServers(logs, startDatabaseAndBroker)
  const includes = (wanted: FaultTarget) => faults.some(({ steps }) => steps.some(({ target }) => target === wanted))
  const ways = inBatches || includes('slow') ? await slowWays(servers) : undefined
  if (inBatches) ways?.PostgreSQL.slowBy(batchDelayMs)
  const logins = brokerLogins(ways?.RabbitMQ.url ?? servers.rabbitmqUrl, 'local', {})
  const migrate = (release: string) => migrateWith(release, migrationVariables(servers, logins))
  const release = releases?.['roll back']
  await migrate(release ?? projectDirectory)
  const pool = new pg.Pool({ connectionString: servers.adminUrl, max: 4, connectionTimeoutMillis: 10_000 })
  const owner = tolerateLosses(pool)
  await declareObserver(servers.rabbitmqUrl)
  const people = {
    members: await createPeople(servers.identityHost, 'member', members),
    operators: await createPeople(servers.identityHost, 'operator', 4),
    warehouse: await createPeople(servers.identityHost, 'warehouse', 2),
  }
  const dataSet = await createDataSet(owner, minutes, people, inBatches ? 5 : 1)
  const fleet = await startServices(
    { ...servers, ways, logins },
    { logs, faketime, canBeCut: includes('partition'), release },
  )
  const balancer = startBalancer(fleet.gateways)
  const seen: Pick<History, 'requests' | 'payments' | 'faults'> = { requests: [], payments: [], faults: [] }
  const clientOf = (person: Person) => recordingClient(balancer, person, seen.requests)
  const payments = await openPaymentService(servers.rabbitmqUrl, { confirmTimeoutMs: 5_000 })
  return {
    servers,
    ways,
    fleet,
    /**
     * Migrates, or replaces half of the processes one after another, so that the work of a start slows down no customer: first
     * the services, which others of their kind stand in for, then the gateway.
     */
    changeRelease: async ({ name, how }: FaultStep & { target: 'release' }): Promise<void> => {
      const next = releases?.[how] ?? projectDirectory
      if (name === 'database') return migrate(next)
      const half = fleet.processes.filter(({ instance }) => instance === (name === 'first processes' ? 0 : 1))
      const isGateway = (process: FleetProcess) => process.name === 'gateway'
      for (const service of half.filter(process => !isGateway(process))) await service.replace(next)
      for (const gateway of half.filter(isGateway)) await balancer.without(gateway.url, () => gateway.replace(next))
    },
    owner,
    dataSet,
    /** What is seen from outside while the system runs. */
    seen,
    payments: recordingPayments(payments, seen.payments),
    balancer,
    clients: {
      members: people.members.map(clientOf),
      operators: people.operators.map(clientOf),
      warehouse: people.warehouse.map(clientOf),
    },
  }
}

/** A proxy before each server, for all processes. */
async function slowWays({ adminUrl, rabbitmqUrl, redisUrl }: FaultServers) {
  const [PostgreSQL, RabbitMQ, Redis] = await Promise.all([
    proxyBefore(adminUrl),
    proxyBefore(rabbitmqUrl),
    proxyBefore(redisUrl),
  ])
  return { PostgreSQL, RabbitMQ, Redis }
}

/** How much later traffic to and from PostgreSQL arrives where holds meet in one statement, which then takes twice as long at least. */
const batchDelayMs = 25

/** Longer than any fault with its recovery: no hold ends before it is known which payments came in time. */
const graceSeconds = 600

/** The variables of `npm run migrate`, with the passwords of all roles and users. */
function migrationVariables(servers: FaultServers, logins: BrokerLogins): Record<string, string> {
  const named = (passwords: Readonly<Record<string, string>>, variable: (name: string) => string) =>
    Object.fromEntries(Object.entries(passwords).map(([name, password]) => [variable(name), password]))
  return {
    DATABASE_ADMIN_URL: servers.adminUrl,
    RABBITMQ_ADMIN_URL: brokerAddressesIn(servers.rabbitmqUrl)[0],
    RABBITMQ_MANAGEMENT_URL: servers.managementUrl,
    CHECKOUT_HOLD_SECONDS: String(holdSeconds),
    ...named(localRolePasswords({}), rolePasswordVariable),
    ...named(logins.passwords, brokerPasswordVariable),
  }
}

/** Starts the processes with the timeouts and intervals of production. */
async function startServices(
  servers: FaultServers & { ways: Awaited<ReturnType<typeof slowWays>> | undefined; logins: BrokerLogins },
  options: Omit<Parameters<typeof startFleet>[0], 'variablesOf'>,
): Promise<Fleet> {
  const { ways, logins, identityHost } = servers
  const adminUrl = ways?.PostgreSQL.url ?? servers.adminUrl
  const otherUrl = ways?.PostgreSQL.url ?? servers.otherUrl ?? servers.adminUrl
  const redisUrl = ways?.Redis.url ?? servers.redisUrl
  const passwords = localRolePasswords({})
  const emulator = { FIREBASE_PROJECT_ID: identityProject, FIREBASE_AUTH_EMULATOR_HOST: identityHost }
  const identity = { AUTH_PROVIDER: 'firebase', ...emulator }
  // As in production where there are two releases: a replay is the response of the release that took the hold.
  const kind = options.release === undefined ? 'test' : 'development'
  const environment = { UPSTREAM_TIMEOUT_MS: '10000', NODE_ENV: kind }
  const settings = { redisUrl, identity, holdSeconds, graceSeconds, environment }
  return startFleet({
    ...options,
    variablesOf: (name, instance) => {
      if (name === 'gateway') return { REDIS_URL: redisUrl, RATE_LIMIT_PER_MINUTE: '1000000' }
      const login = { username: roleOf(name), password: passwords[name] }
      const databaseUrl = Object.assign(new URL(instance === 0 ? adminUrl : otherUrl), login).href
      return serviceEnvironment(settings, databaseUrl, logins.urlFor(name) ?? '')
    },
  })
}
