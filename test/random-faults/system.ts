import { tolerateLosses } from '@campstore/database/lost-connections'
import { roleOf } from '@campstore/database/migrations'
import { identityProject } from '@campstore/local-servers/identity'
import { openPaymentService } from '@campstore/testing/payments'
import pg from 'pg'
import { localRolePasswords, migrateAll } from '../../tools/migrate.ts'
import { brokerUsersFor } from '../../tools/start/own-servers.ts'
import { serviceEnvironment } from '../system/system.ts'
import { startBalancer } from './balancer.ts'
import { recordingClient } from './client.ts'
import { declareObserver } from './collect.ts'
import { createDataSet, holdSeconds } from './data-set.ts'
import type { Fault } from './faults.ts'
import { type Fleet, startFleet } from './fleet.ts'
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
}

/** The running system of a fault run, with its clients. */
export type FaultSystem = Awaited<ReturnType<typeof startFaultSystem>>

/**
 * Starts servers and processes, and creates the data set and the clients.
 *
 * @param logs folder for the logs
 */
export async function startFaultSystem(
  { minutes, members }: FaultRunOptions,
  logs: string,
  { startDatabaseAndBroker, faults, faketime }: FaultScenario,
) {
  const servers = await startFaultServers(logs, startDatabaseAndBroker)
  await migrateAll({ adminUrl: servers.adminUrl, passwords: { given: localRolePasswords({}) } })
  const pool = new pg.Pool({ connectionString: servers.adminUrl, max: 4, connectionTimeoutMillis: 10_000 })
  const owner = tolerateLosses(pool)
  await declareObserver(servers.rabbitmqUrl)
  const people = {
    members: await createPeople(servers.identityHost, 'member', members),
    operators: await createPeople(servers.identityHost, 'operator', 2),
    warehouse: await createPeople(servers.identityHost, 'warehouse', 2),
  }
  const dataSet = await createDataSet(owner, minutes, people)
  const canBeCut = faults.some(({ steps }) => steps.some(({ target }) => target === 'partition'))
  const fleet = await startServices(servers, { logs, faketime, canBeCut })
  const balancer = startBalancer(fleet.gateways)
  const seen: Pick<History, 'requests' | 'payments' | 'faults'> = { requests: [], payments: [], faults: [] }
  const clientOf = (person: Person) => recordingClient(balancer, person, seen.requests)
  const payments = await openPaymentService(servers.rabbitmqUrl, { confirmTimeoutMs: 5_000 })
  return {
    servers,
    fleet,
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

/** Longer than any fault with its recovery: no hold ends before it is known which payments came in time. */
const graceSeconds = 600

/** Starts the processes with the timeouts and intervals of production. */
async function startServices(
  { adminUrl, otherUrl = adminUrl, rabbitmqUrl: url, managementUrl, redisUrl, identityHost }: FaultServers,
  options: Omit<Parameters<typeof startFleet>[0], 'variablesOf'>,
): Promise<Fleet> {
  const passwords = localRolePasswords({})
  const brokerUrlFor = await brokerUsersFor({ url, managementUrl, source: 'local' }, {})
  const emulator = { FIREBASE_PROJECT_ID: identityProject, FIREBASE_AUTH_EMULATOR_HOST: identityHost }
  const identity = { AUTH_PROVIDER: 'firebase', ...emulator }
  const settings = { redisUrl, identity, holdSeconds, graceSeconds, environment: { OWNER_TIMEOUT_MS: '8000' } }
  return startFleet({
    ...options,
    variablesOf: (name, instance) => {
      if (name === 'gateway') return { REDIS_URL: redisUrl, RATE_LIMIT_PER_MINUTE: '0' }
      const login = { username: roleOf(name), password: passwords[name] }
      const databaseUrl = Object.assign(new URL(instance === 0 ? adminUrl : otherUrl), login).href
      return serviceEnvironment(settings, databaseUrl, brokerUrlFor(name) ?? '')
    },
  })
}
