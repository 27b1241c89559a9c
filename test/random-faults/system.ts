import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createLogger } from '@campstore/core/telemetry/log'
import { tolerateLosses } from '@campstore/database/lost-connections'
import { roleOf } from '@campstore/database/migrations'
import { identityProject } from '@campstore/local-servers/identity'
import { openConnection } from '@campstore/messaging/connection'
import { openPaymentService } from '@campstore/testing/payments'
import pg from 'pg'
import { localRolePasswords, migrateAll } from '../../tools/migrate.ts'
import { brokerUsersFor } from '../../tools/start/own-servers.ts'
import { serviceEnvironment } from '../system/system.ts'
import { startBalancer } from './balancer.ts'
import { recordingClient, sessionReader } from './client.ts'
import { createDataSet, holdSeconds } from './data-set.ts'
import { observeEvents, observerTopology } from './event-observer.ts'
import type { Fault } from './faults.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { startRecorder } from './history.ts'
import type { FaultRunOptions } from './options.ts'
import { recordingPayments } from './payment-service.ts'
import { createPeople, type Person } from './people.ts'
import { type FaultServers, type StartDatabaseAndBroker, startFaultServers } from './servers.ts'

/** On which servers the system runs, and what will happen to it. */
export type SystemScenario = {
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
 * @param directory gets the history and the logs
 */
export async function startFaultSystem(
  options: FaultRunOptions,
  directory: string,
  { startDatabaseAndBroker, faults, faketime }: SystemScenario,
) {
  const logs = join(directory, 'logs')
  const servers = await startFaultServers(logs, startDatabaseAndBroker)
  await migrateAll({ adminUrl: servers.adminUrl, passwords: { given: localRolePasswords({}) } })
  const owner = openPool(servers.adminUrl)
  const recorder = startRecorder(join(directory, 'history.jsonl'))
  const observing = await observeBroker(servers.rabbitmqUrl)
  const observer = observeEvents(observing, recorder)
  const { identityHost } = servers
  const people = {
    members: await createPeople(identityHost, 'member', options.members),
    operators: await createPeople(identityHost, 'operator', 2),
    warehouse: await createPeople(identityHost, 'warehouse', 2),
  }
  const dataSet = await createDataSet(owner, options.minutes, people)
  const canBeCut = faults.some(({ steps }) => steps.some(({ target }) => target === 'partition'))
  const fleet = await startServices(servers, options.grace, { logs, faketime, canBeCut })
  const readHold = sessionReader(dataSet.couponOf)
  const balancer = startBalancer(fleet.gateways)
  const clientOf = (person: Person) => recordingClient(balancer, person, recorder, readHold)
  const payments = await openPaymentService(servers.rabbitmqUrl, { confirmTimeoutMs: 5_000 })
  return {
    servers,
    fleet,
    owner,
    recorder,
    dataSet,
    /** Ends the connections to the broker. */
    disconnect: async () => {
      await observer.close()
      await observing.close()
    },
    payments: recordingPayments(payments, recorder),
    balancer,
    readHold,
    clients: {
      members: people.members.map(clientOf),
      operators: people.operators.map(clientOf),
      warehouse: people.warehouse.map(clientOf),
    },
  }
}

function openPool(connectionString: string): pg.Pool {
  return tolerateLosses(new pg.Pool({ connectionString, max: 4, connectionTimeoutMillis: 10_000 }))
}

/** Opens a connection that recovers after every fault. */
async function observeBroker(url: string) {
  const log = createLogger('faults', 'silent')
  const connection = await openConnection({ url, name: 'faults', topology: observerTopology, log })
  while (!connection.isConnected()) await delay(50)
  return connection
}

const productionTimeouts = { OWNER_TIMEOUT_MS: '8000' }

/** Starts the processes with the timeouts and intervals of production. */
async function startServices(
  { adminUrl, rabbitmqUrl: url, managementUrl, redisUrl, identityHost }: FaultServers,
  graceSeconds: number,
  options: Pick<Parameters<typeof startFleet>[0], 'logs' | 'faketime' | 'canBeCut'>,
): Promise<Fleet> {
  const passwords = localRolePasswords({})
  const brokerUrlFor = await brokerUsersFor({ url, managementUrl, source: 'local' }, {})
  const emulator = { FIREBASE_PROJECT_ID: identityProject, FIREBASE_AUTH_EMULATOR_HOST: identityHost }
  const identity = { AUTH_PROVIDER: 'firebase', ...emulator }
  const settings = { redisUrl, identity, holdSeconds, graceSeconds, environment: productionTimeouts }
  return startFleet({
    ...options,
    variablesOf: name => {
      if (name === 'gateway') return { REDIS_URL: redisUrl, RATE_LIMIT_PER_MINUTE: '0' }
      const login = { username: roleOf(name), password: passwords[name] }
      return serviceEnvironment(settings, Object.assign(new URL(adminUrl), login).href, brokerUrlFor(name) ?? '')
    },
  })
}
