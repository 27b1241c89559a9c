import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { messageOf } from '@campstore/local-servers/cli-error'
import pg from 'pg'
import { migrateAll, migrationSources } from '../migrate.ts'
import { brokerUsersFor } from '../start/own-servers.ts'
import { internalKeysOf } from '../start/service-environment.ts'
import { createAccounts } from './accounts.ts'
import { type Balancer, balance } from './balancer.ts'
import { createClient, type RecordingClient, sessionReader } from './client.ts'
import { createDataset, type Dataset } from './dataset.ts'
import { tapEvents } from './event-tap.ts'
import { drawFaults } from './faults.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { type Recorder, startRecorder } from './history.ts'
import { type InjectionFailure, injectFaults } from './inject.ts'
import { judgeCapacity } from './judges/capacity.ts'
import { judgeEvents } from './judges/events.ts'
import { judgeAnsweredWrites, judgeKeptHolds } from './judges/holds.ts'
import { judgePaymentsInTime, judgePaymentsOnce } from './judges/payments.ts'
import { judgeLoad, judgeMemory, judgeProcessEnds, judgeQuiet } from './judges/processes.ts'
import { judgeRetries } from './judges/retries.ts'
import { judgeSpending } from './judges/spending.ts'
import type { Violation } from './judges/violation.ts'
import { latenessOfEnds, recoveries } from './measures.ts'
import { actAsMember } from './members.ts'
import type { FaultRunOptions } from './options.ts'
import { lastingChannel, openPaymentService, type PaymentService } from './payment-service.ts'
import { createRandom } from './random.ts'
import { summaryOf } from './report.ts'
import { type FaultServers, startServers } from './servers.ts'
import { auditViolations, rejectedPayments, settle } from './settle.ts'
import { actAsOperator, actAsWarehouse } from './staff.ts'
import { readStored, startedRecords } from './stored.ts'

const holdSeconds = 20
const settleWithinMs = 180_000
const calmAtEndMs = 6_000

/** The system of a run, with all clients. */
type Scenario = {
  servers: FaultServers
  fleet: Fleet
  owner: pg.Pool
  recorder: Recorder
  payments: PaymentService
  tap: { close(): Promise<void> }
  balancer: Balancer
  dataset: Dataset
  members: readonly RecordingClient[]
  operators: readonly RecordingClient[]
  warehouse: readonly RecordingClient[]
  readHold: ReturnType<typeof sessionReader>
}

const print = (line: string) => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)

/**
 * Starts the system, puts it under load and faults, waits until it has settled, and judges the history.
 *
 * @param directory gets the history, the faults, the violations and the logs
 */
export async function runFaults(
  options: FaultRunOptions,
  directory: string,
): Promise<{ summary: string; violated: boolean }> {
  const { minutes, seed } = options
  const faults = drawFaults(seed, minutes)
  writeFileSync(join(directory, 'faults.json'), JSON.stringify(faults, undefined, 2))
  print(`Seed ${seed}: ${faults.length} faults in ${minutes} minutes; starting the system`)
  const scenario = await startScenario(options, directory)
  const { fleet, servers, recorder } = scenario
  print('The system runs; the load starts')

  const began = Date.now()
  const stopAt = began + minutes * 60_000
  const watch = watchSystem(scenario)
  const load = startLoad(scenario, { seed, began })
  const failures = await injectFaults(faults, { fleet, servers, recorder, began, stopAt: stopAt - 5_000, print })
  // The last fault may heal late; some seconds of calm after it show how the system recovers.
  await pause(Math.max(calmAtEndMs, stopAt - Date.now()))
  await load.end()
  print('The load has ended; waiting until the system has settled')
  await Promise.all([scenario.payments.close(), scenario.balancer.close()])
  const quietFrom = Date.now()
  const unsettled = await settle(scenario.owner, servers.managementUrl, settleWithinMs)
  const settledInSeconds = (Date.now() - quietFrom) / 1000
  await watch.end()
  print('Judging')

  const channel = lastingChannel(servers.rabbitmqUrl)
  const rejected = await rejectedPayments(await channel.open())
  await channel.close()
  await scenario.tap.close()
  const stored = await readStored(scenario.owner)
  const started = await startedRecords(scenario.owner)
  fleet.measureMemory()
  await fleet.stop()
  await recorder.close()

  const evidence = { history: recorder, stored }
  const violations: Violation[] = [
    ...judgeCapacity(evidence, scenario.dataset.supplyOf),
    ...judgeKeptHolds(evidence),
    ...judgeAnsweredWrites(evidence),
    ...judgeLoad(recorder),
    ...judgeRetries(evidence),
    ...judgePaymentsInTime(evidence),
    ...judgePaymentsOnce(evidence, rejected),
    ...judgeEvents(evidence),
    ...judgeSpending(evidence),
    ...judgeQuiet({ ...unsettled, deadlocks: servers.deadlocks() }),
    ...judgeProcessEnds(fleet.ends),
    ...judgeMemory(fleet.memory()),
    ...watch.violations,
    ...failures.map(asViolation),
  ]
  writeFileSync(join(directory, 'violations.json'), JSON.stringify(violations, undefined, 2))
  await scenario.owner.end()
  const summary = summaryOf({
    history: recorder,
    stored,
    rejected: rejected.length,
    violations,
    notes: started === 0 ? [] : [`${started} audit records of staff's writes are still "started"`],
    recoveries: recoveries(recorder, stored),
    lateness: latenessOfEnds(recorder, stored),
    memory: fleet.memory(),
    settledInSeconds,
  })
  return { summary, violated: violations.length > 0 }
}

const asViolation = ({ fault, kind, message }: InjectionFailure): Violation => ({
  rule: 'every process is ready again after a fault',
  found: `fault ${fault} (${kind}): ${message}`,
})

async function startScenario({ minutes, members: memberCount }: FaultRunOptions, directory: string): Promise<Scenario> {
  const logs = join(directory, 'logs')
  const servers = await startServers(logs)
  const { rabbitmqUrl } = servers
  const broker = { url: rabbitmqUrl, managementUrl: servers.managementUrl, source: 'local' } as const
  const addresses = {
    ...servers.addresses,
    rabbitmqUrl: await brokerUsersFor(broker, { CHECKOUT_HOLD_SECONDS: String(holdSeconds) }),
    internalKeys: internalKeysOf({}),
  }
  const passwords = Object.fromEntries(
    migrationSources.map(({ service }) => [service, randomBytes(12).toString('hex')]),
  )
  await migrateAll({ adminUrl: addresses.adminUrl, passwords: { given: passwords } })
  const owner = new pg.Pool({ connectionString: addresses.adminUrl, max: 4, connectionTimeoutMillis: 10_000 })
  owner.on('error', () => {
    // A connection that a fault cut while it was idle; the next query gets a new one.
  })
  // One that is cut in use fails its query; without a listener it would end the run.
  owner.on('connect', client => client.on('error', () => {}))
  const names = (kind: string, count: number) => Array.from({ length: count }, (_, number) => `${kind}-${number}`)
  const accounts = await createAccounts(addresses.identityHost, names('member', memberCount))
  const operators = await createAccounts(addresses.identityHost, names('operator', 2))
  const warehouse = await createAccounts(addresses.identityHost, names('warehouse', 2))
  const staff = [
    ...operators.map(account => ({ ...account, role: 'operator' })),
    ...warehouse.map(account => ({ ...account, role: 'warehouse' })),
  ]
  const dataset = await createDataset(owner, { minutes, members: accounts, staff })
  const recorder = startRecorder(join(directory, 'history.jsonl'))
  const tap = await tapEvents(rabbitmqUrl, recorder)
  const secret = randomBytes(16).toString('hex')
  const passwordVariables = Object.fromEntries(
    Object.entries(passwords).map(([service, password]) => [`${service.toUpperCase()}_DATABASE_PASSWORD`, password]),
  )
  const environment = {
    ...passwordVariables,
    PAYMENT_SIGNING_SECRET: secret,
    CHECKOUT_HOLD_SECONDS: String(holdSeconds),
    // Longer than any fault with its recovery: no hold ends before it is known which payments came in time.
    PAYMENT_GRACE_SECONDS: '600',
    RESPONSE_CHECK: 'strict',
  }
  const fleet = await startFleet({ addresses, environment, logs })
  const readHold = sessionReader(dataset.couponOf)
  const balancer = balance(fleet.gateways)
  const clientOf = (account: (typeof accounts)[number]) => createClient(balancer, account, recorder, readHold)
  const payments = openPaymentService({ rabbitmqUrl, secret, recorder })
  return {
    servers,
    fleet,
    owner,
    recorder,
    payments,
    tap,
    balancer,
    dataset,
    members: accounts.map(clientOf),
    operators: operators.map(clientOf),
    warehouse: warehouse.map(clientOf),
    readHold,
  }
}

/** Lets all clients act until `end`, which waits for them and for their scheduled payments. */
function startLoad(scenario: Scenario, { seed, began }: { seed: number; began: number }) {
  const { dataset, payments, readHold } = scenario
  let isOver = false
  const stopped = () => isOver
  const planned = new Set<Promise<unknown>>()
  const later = (work: () => Promise<unknown>, afterMs: number) => {
    const running = pause(afterMs)
      .then(work)
      .finally(() => planned.delete(running))
    planned.add(running)
  }
  const randomOf = (number: number) => createRandom(seed * 1_009 + number + 1)
  const people = [
    ...scenario.members.map((client, number) =>
      actAsMember({ client, random: randomOf(number), dataset, payments, readHold, began, stopped, later }),
    ),
    ...scenario.operators.map((client, number) =>
      actAsOperator({ client, random: randomOf(1_000 + number), dataset, began, stopped }),
    ),
    ...scenario.warehouse.map((client, number) =>
      actAsWarehouse({ client, random: randomOf(2_000 + number), dataset, began, stopped }),
    ),
  ]
  return {
    end: async () => {
      isOver = true
      await Promise.all(people)
      while (planned.size > 0) await Promise.all(planned)
    },
  }
}

/** Measures memory and, while the database answers, checks the rules that hold in every committed state. */
function watchSystem({ fleet, owner }: Scenario): { violations: Violation[]; end(): Promise<void> } {
  const violations: Violation[] = []
  const ending = new AbortController()
  const running = (async () => {
    while (!ending.signal.aborted) {
      fleet.measureMemory()
      for (const found of await auditViolations(owner, ['always']).catch(() => [])) {
        if (!violations.some(violation => violation.found === found))
          violations.push({ rule: 'the audit passes at any time', found })
      }
      await pause(4_000, undefined, { signal: ending.signal }).catch(messageOf)
    }
  })()
  return {
    violations,
    end: async () => {
      ending.abort()
      await running
    },
  }
}
