import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createLogger } from '@campstore/core/telemetry/log'
import { tolerateLosses } from '@campstore/database/lost-connections'
import { openConnection } from '@campstore/messaging/connection'
import { createPublisher } from '@campstore/messaging/publisher'
import type { Topology } from '@campstore/messaging/topology'
import pg from 'pg'
import { localRolePasswords, migrateAll } from '../../tools/migrate.ts'
import { brokerUsersFor } from '../../tools/start/own-servers.ts'
import { internalKeysOf } from '../../tools/start/service-environment.ts'
import { startBalancer } from './balancer.ts'
import { recordingClient, sessionReader } from './client.ts'
import { createDataSet, holdSeconds } from './data-set.ts'
import { observeEvents, observerTopology } from './event-observer.ts'
import type { Fault } from './faults.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { startRecorder } from './history.ts'
import type { FaultRunOptions } from './options.ts'
import { openPaymentService } from './payment-service.ts'
import { createPeople, type Person } from './people.ts'
import { type FaultServers, type StartDatabaseAndBroker, startServers } from './servers.ts'

const confirmTimeoutMs = 5_000
const noTopology: Topology = { exchanges: [], queues: [], bindings: [] }

/** On which servers the system runs, and what will happen to it. */
export type SystemScenario = {
  /** As many as fit into the time of the load are injected. */
  faults: readonly Fault[]
  startDatabaseAndBroker: StartDatabaseAndBroker
  /** The library that moves clocks, for faults that do. */
  faketime?: string | undefined
}

/** The running system of a fault run, with its clients. */
export type FaultSystem = Awaited<ReturnType<typeof startSystem>>

/**
 * Starts servers and processes, and creates the data set and the clients.
 *
 * @param directory gets the history and the logs
 */
export async function startSystem(
  options: FaultRunOptions,
  directory: string,
  { startDatabaseAndBroker, faults, faketime }: SystemScenario,
) {
  const logs = join(directory, 'logs')
  const servers = await startServers(logs, startDatabaseAndBroker)
  await migrateAll({ adminUrl: servers.adminUrl, passwords: { given: localRolePasswords({}) } })
  const owner = openPool(servers.adminUrl)
  const recorder = startRecorder(join(directory, 'history.jsonl'))
  const observing = await connectToBroker(servers.rabbitmqUrl, observerTopology)
  const observer = observeEvents(observing, recorder)
  // Declares nothing, so that it publishes again as soon as the broker is back.
  const publishing = await connectToBroker(servers.rabbitmqUrl, noTopology)
  const { identityHost } = servers
  const people = {
    members: await createPeople(identityHost, 'member', options.members),
    operators: await createPeople(identityHost, 'operator', 2),
    warehouse: await createPeople(identityHost, 'warehouse', 2),
  }
  const dataSet = await createDataSet(owner, options.minutes, people)
  const secret = randomBytes(16).toString('hex')
  const canBeCut = faults.some(({ steps }) => steps.some(({ target }) => target === 'partition'))
  const environment = environmentOf(secret, options.grace)
  const fleet = await startProcesses(servers, environment, { logs, faketime, canBeCut })
  const readHold = sessionReader(dataSet.couponOf)
  const balancer = startBalancer(fleet.gateways)
  const clientOf = (person: Person) => recordingClient(balancer, person, recorder, readHold)
  const publisher = createPublisher({ connection: publishing, topology: noTopology, confirmTimeoutMs })
  return {
    servers,
    fleet,
    owner,
    recorder,
    dataSet,
    /** Ends the connections to the broker. */
    disconnect: async () => {
      await observer.close()
      await Promise.all([observing.close(), publishing.close()])
    },
    payments: openPaymentService(publisher, secret, recorder),
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
async function connectToBroker(url: string, topology: Topology) {
  const log = createLogger('faults', 'silent')
  const connection = await openConnection({ url, name: 'faults', topology, log })
  while (!connection.isConnected()) await delay(50)
  return connection
}

const environmentOf = (secret: string, grace: number) => ({
  PAYMENT_SIGNING_SECRET: secret,
  CHECKOUT_HOLD_SECONDS: String(holdSeconds),
  PAYMENT_GRACE_SECONDS: String(grace),
  RESPONSE_CHECK: 'strict',
})

async function startProcesses(
  servers: FaultServers,
  environment: NodeJS.ProcessEnv,
  options: Pick<Parameters<typeof startFleet>[0], 'logs' | 'faketime' | 'canBeCut'>,
): Promise<Fleet> {
  const { rabbitmqUrl: url, managementUrl, ...addresses } = servers
  const rabbitmqUrl = await brokerUsersFor({ url, managementUrl, source: 'local' }, environment)
  return startFleet({
    addresses: { ...addresses, rabbitmqUrl, internalKeys: internalKeysOf({}) },
    environment,
    ...options,
  })
}
