import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { runOnOwnServers } from '../system/run.ts'
import { checkMixture, rebuildAfterRollBack } from '../upgrade/upgrade.ts'
import { checkEvents } from './checks/events.ts'
import { checkCalm, checkHolds, checkIdempotency, checkToldDeadlines } from './checks/holds.ts'
import { checkPaymentsInTime, checkPaymentsOnce } from './checks/payments.ts'
import { checkPending } from './checks/pending.ts'
import { checkBatches, checkExits, checkLoad, checkReasons, checkRollOuts } from './checks/processes.ts'
import type { Violation } from './checks/violation.ts'
import { checkRecords, checkWrites } from './checks/writes.ts'
import { collect } from './collect.ts'
import { holdSeconds } from './data-set.ts'
import { writeHistory } from './history.ts'
import { injectFaults } from './inject.ts'
import type { FaultRunOptions } from './options.ts'
import { formatSummary } from './report.ts'
import { auditViolations, settle } from './settle.ts'
import { type FaultScenario, type FaultSystem, startFaultSystem } from './system.ts'
import { startWorkload } from './workload/workload.ts'

/** Starting, settling and checking have their own timeouts; this ends a run in which one of them fails. */
const extraMs = 20 * 60_000
const settleTimeoutMs = 180_000
const calmAtEndMs = 6_000
const watchIntervalMs = 4_000

const print = (line: string) => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)

/**
 * Starts the system, puts it under load and faults, waits until it has settled, and checks what happened. The history, the faults,
 * the violations and the logs are written below `.local`.
 *
 * @returns the summary
 */
export function runFaults(name: string, options: FaultRunOptions, scenario: FaultScenario): Promise<string> {
  const { minutes, seed } = options
  return runOnOwnServers({ name, seed, longestMs: minutes * 60_000 + extraMs }, async directory => {
    const write = (file: string, content: object) =>
      writeFileSync(join(directory, file), JSON.stringify(content, undefined, 2))
    write('faults.json', scenario.faults)
    print(`Seed ${seed}: ${scenario.faults.length} faults in ${minutes} minutes; starting the system`)
    const system = await startFaultSystem(options, join(directory, 'logs'), scenario)
    print('The system runs; the load starts')
    const watch = watchAudit(system)
    const unhealed = await runLoad(system, options, scenario)
    print('The load has ended; waiting until the system has settled')
    const unconsumed = scenario.releases ? await rebuildAfterRollBack(system.servers) : []
    const pending = await settle(system.owner, system.servers, settleTimeoutMs, unconsumed)
    print('Checking what happened')
    const violations = [...(await watch.end()), ...unhealed]
    const history = { ...system.seen, ...(await collect(system.owner, system.servers.rabbitmqUrl)) }
    await system.fleet.stop()
    await system.owner.end()
    violations.push(
      ...checkHolds(history),
      ...checkToldDeadlines(history, holdSeconds * 1000),
      ...checkWrites(history),
      ...checkRecords(history),
      ...checkIdempotency(history),
      ...checkPaymentsInTime(history),
      ...checkPaymentsOnce(history),
      ...checkEvents(history),
      ...checkLoad(history),
      ...(options.inBatches ? checkBatches(history) : []),
      ...checkReasons(history),
      ...checkRollOuts(history),
      ...(scenario.releases ? checkMixture(join(directory, 'logs')) : []),
      ...(scenario.faults.length === 0 ? checkCalm(history) : []),
      ...checkPending(pending, system.servers.deadlocks()),
      ...checkExits(system.fleet.exits),
    )
    await writeHistory(join(directory, 'history.jsonl'), history)
    write('violations.json', violations)
    return { summary: formatSummary(history, violations), violated: violations.length > 0 }
  })
}

/** Runs the load with the faults; a fault after which something was not ready again is a violation. */
async function runLoad(
  system: FaultSystem,
  { minutes, seed, inBatches = false }: FaultRunOptions,
  { faults, releases }: FaultScenario,
) {
  const { seen, clients } = system
  const began = Date.now()
  const end = began + minutes * 60_000
  const workload = startWorkload(clients, { ...system, seed, began, inBursts: inBatches })
  // An upgrade goes through all of its states, even if that takes long.
  const stopAt = releases ? Number.POSITIVE_INFINITY : end - 5_000
  const injection = { ...system, injected: seen.faults, began, stopAt, print }
  const unhealed = await injectFaults(faults, injection)
  // The last fault may heal late; some seconds without faults show how the system recovers.
  await delay(Math.max(calmAtEndMs, end - Date.now()))
  await workload.end()
  await Promise.all([system.payments.close(), system.balancer.close()])
  return unhealed.map((message): Violation => ({ rule: 'every process is ready again after a fault', message }))
}

/**
 * Checks, while the database responds, the invariants of the audit that hold in every committed state, and the ones that a run keeps
 * although operators may break them: no stock is taken away, and no hold ends before it is known whether it was paid.
 */
function watchAudit({ owner }: FaultSystem): { end(): Promise<Violation[]> } {
  const found = new Set<string>()
  const ending = new AbortController()
  const watch = async () => {
    while (!ending.signal.aborted) {
      for (const message of await auditViolations(owner, ['always', 'noted']).catch(() => [])) found.add(message)
      await delay(watchIntervalMs, undefined, { signal: ending.signal }).catch(() => {})
    }
  }
  const watching = watch()
  return {
    end: async () => {
      ending.abort()
      await watching
      return [...found].map(message => ({ rule: 'the audit passes at any time', message }))
    },
  }
}
