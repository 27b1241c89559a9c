import { betweenRounds } from './between-rounds.ts'
import { readOperations } from './operations.ts'
import type { FuzzOptions } from './options.ts'
import { createReport } from './report.ts'
import { createSender } from './sender.ts'
import { watchStoredRows } from './stored-rows.ts'
import { restorePeople, startFuzzSystem } from './system.ts'

/** A round: requests one after another, then some at a time, then what keeps the run going. */
const sequential = 400
const concurrent = 100
const atOnce = 8
/** Requests after which suspended members and deactivated administrators may act again. */
const restoreEvery = 40

const print = (line: string) => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)

/**
 * Starts the system and sends it requests that are drawn from the OpenAPI document and the seed, until the number of requests
 * or the time is reached.
 *
 * Four fifths are sent one after another. After each of them the database is compared with what it was before: nothing may be
 * written where an error was answered, and nothing by a read (`stored-rows.ts`). One fifth is sent eight at a time. Whose
 * write it was cannot be told there, so that after each round the audit's invariants are checked, and that the audit log has no
 * successful write of a request that was answered with an error. Every answer is checked by itself (`checks.ts`).
 *
 * @param directory gets what was violated, in full
 */
export async function runFuzz(
  options: FuzzOptions,
  directory: string,
): Promise<{ summary: string; violated: boolean }> {
  const { requests, minutes, seed } = options
  print(`Seed ${seed}: starting the system`)
  const system = await startFuzzSystem()
  const operations = readOperations()
  const report = createReport({
    seed,
    operations,
    print,
    directory,
    logs: [system.gateway, ...system.processes()].map(({ log }) => log),
  })
  const sender = await createSender({ system, operations, seed, report })
  const stored = await watchStoredRows(system.owner)
  const until = minutes === undefined ? Number.POSITIVE_INFINITY : Date.now() + minutes * 60_000
  const isOver = (number: number) => number > requests || Date.now() > until
  report.begin()
  for (let first = 1; !isOver(first); first += sequential + concurrent) {
    for (let number = first; number < first + sequential && !isOver(number); number += 1) {
      if (number % restoreEvery === 0) {
        await restorePeople(system.owner)
        await stored.changes()
      }
      await sender.sendAlone(number, stored)
    }
    const numbers = Array.from({ length: concurrent }, (_, line) => first + sequential + line)
    await sender.sendTogether(
      numbers.filter(number => !isOver(number)),
      atOnce,
    )
    await betweenRounds(system, sender, report)
    await stored.changes()
    print(report.progress())
  }
  await system.stop()
  await system.issuer.stop()
  return { summary: report.summary(), violated: report.violated() }
}
