import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { checkCapacity } from './checks/capacity.ts'
import { checkEvents } from './checks/events.ts'
import { checkHolds, checkToldDeadlines, checkWrites } from './checks/holds.ts'
import { checkIdempotency } from './checks/idempotency.ts'
import { checkPaymentsInTime, checkPaymentsOnce } from './checks/payments.ts'
import { checkExits, checkHealing, checkLoad, checkMemory, checkPending, checkReasons } from './checks/processes.ts'
import type { Violation } from './checks/violation.ts'
import { holdSeconds } from './data-set.ts'
import type { Fault } from './faults.ts'
import type { History } from './history.ts'
import { injectFaults } from './inject.ts'
import type { FaultRunOptions } from './options.ts'
import { formatSummary } from './report.ts'
import { auditViolations, rejectedPayments, settle } from './settle.ts'
import { countStartedEntries, readStored, type Stored } from './stored.ts'
import { type FaultSystem, type SystemScenario, startFaultSystem } from './system.ts'
import { startWorkload } from './workload/workload.ts'

const settleTimeoutMs = 180_000
const calmAtEndMs = 6_000
const watchIntervalMs = 4_000

const print = (line: string) => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)

/** What a run is about. */
export type FaultScenario = SystemScenario & {
  /** More lines at the end of the summary. */
  linesOf?: (history: History, stored: Stored) => readonly string[]
}

/**
 * Starts the system, puts it under load and faults, waits until it has settled, and checks what happened.
 *
 * @param directory gets the history, the faults, the violations and the logs
 */
export async function runFaults(
  options: FaultRunOptions,
  directory: string,
  scenario: FaultScenario,
): Promise<{ summary: string; violated: boolean }> {
  const { minutes, seed } = options
  const { faults, linesOf } = scenario
  const write = (file: string, content: object) =>
    writeFileSync(join(directory, file), JSON.stringify(content, undefined, 2))
  write('faults.json', faults)
  print(`Seed ${seed}: ${faults.length} faults in ${minutes} minutes; starting the system`)
  const system = await startFaultSystem(options, directory, scenario)
  print('The system runs; the load starts')
  const watch = watchSystem(system)
  const failures = await runLoad(system, faults, options)
  print('The load has ended; waiting until the system has settled')
  const settled = await settleSystem(system)
  await watch.end()
  print('Checking what happened')
  const results = await collectResults(system)
  const violations = [...checkAll(system, results, settled), ...checkHealing(failures), ...watch.violations]
  write('violations.json', violations)
  const memory = system.fleet.memory.uses()
  const { recorder: history } = system
  const rejected = results.rejected.length
  const summary = formatSummary({ ...results, ...settled, history, rejected, violations, memory })
  const more = linesOf?.(history, results.stored) ?? []
  return { summary: [summary, ...more].join('\n'), violated: violations.length > 0 }
}

/** Runs the load with the faults, and returns the faults that did not heal. */
async function runLoad(system: FaultSystem, faults: readonly Fault[], options: FaultRunOptions) {
  const { fleet, servers, owner, recorder, clients } = system
  const began = Date.now()
  const end = began + options.minutes * 60_000
  const workload = startWorkload(clients, { ...system, seed: options.seed, began })
  const failures = await injectFaults(faults, { fleet, servers, owner, recorder, began, stopAt: end - 5_000, print })
  // The last fault may heal late; some seconds without faults show how the system recovers.
  await delay(Math.max(calmAtEndMs, end - Date.now()))
  await workload.end()
  await Promise.all([system.payments.close(), system.balancer.close()])
  return failures
}

/** Waits until nothing is pending; returns what still is after the timeout. */
async function settleSystem({ owner, servers }: FaultSystem) {
  const began = Date.now()
  const pending = await settle(owner, servers.managementUrl, settleTimeoutMs, print)
  return { pending, settledInSeconds: (Date.now() - began) / 1000 }
}

/** Reads the database and the queue of rejected payments, and stops the system. */
async function collectResults({ owner, servers, fleet, recorder, disconnect }: FaultSystem) {
  const rejected = await rejectedPayments(servers.rabbitmqUrl)
  await disconnect()
  const stored = await readStored(owner)
  const startedEntries = await countStartedEntries(owner)
  fleet.memory.measure()
  await fleet.stop()
  await recorder.close()
  await owner.end()
  return { rejected, stored, startedEntries }
}

function checkAll(
  { recorder: history, dataSet, fleet, servers }: FaultSystem,
  { rejected, stored }: Awaited<ReturnType<typeof collectResults>>,
  { pending }: Awaited<ReturnType<typeof settleSystem>>,
): Violation[] {
  const evidence = { history, stored }
  return [
    ...checkCapacity(evidence, dataSet.supplyOf),
    ...checkHolds(evidence),
    ...checkToldDeadlines(history, holdSeconds * 1000),
    ...checkWrites(evidence),
    ...checkLoad(history),
    ...checkReasons(history),
    ...checkIdempotency(evidence),
    ...checkPaymentsInTime(evidence),
    ...checkPaymentsOnce(evidence, rejected),
    ...checkEvents(evidence),
    ...checkPending(pending, servers.deadlocks()),
    ...checkExits(fleet.exits),
    ...checkMemory(fleet.memory.uses()),
  ]
}

/** Measures memory and, while the database responds, checks the invariants that hold in every committed state. */
function watchSystem({ fleet, owner }: FaultSystem): { violations: Violation[]; end(): Promise<void> } {
  const violations: Violation[] = []
  const ending = new AbortController()
  const watch = async () => {
    while (!ending.signal.aborted) {
      fleet.memory.measure()
      for (const message of await auditViolations(owner, ['always']).catch(() => []))
        if (!violations.some(violation => violation.message === message))
          violations.push({ rule: 'the audit passes at any time', message })
      await delay(watchIntervalMs, undefined, { signal: ending.signal }).catch(() => {})
    }
  }
  const watching = watch()
  return {
    violations,
    end: async () => {
      ending.abort()
      await watching
    },
  }
}
