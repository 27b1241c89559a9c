import { readOperations } from '../bad-requests/operations.ts'
import { betweenRounds } from './between-rounds.ts'
import { createReport } from './report.ts'
import { createSender } from './sender.ts'
import { startFuzzSystem } from './system.ts'

/** Requests of a round, and how many are under way at a time. */
const perRound = 150
const atOnce = 8

const print = (line: string) => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)

/**
 * Starts the system and sends it requests that are drawn from the OpenAPI document and the seed, until the
 * time is over. Every response is checked on its own (`checks.ts`), and after each round the stored data
 * (`between-rounds.ts`).
 *
 * @param directory gets the violations in full
 */
export async function runFuzz(
  { minutes, seed }: { minutes: number; seed: number },
  directory: string,
): Promise<{ summary: string; violated: boolean }> {
  print(`Seed ${seed}: starting the system`)
  const system = await startFuzzSystem()
  const operations = readOperations()
  const report = createReport({ seed, operations, print, directory })
  const sender = await createSender({ system, operations, seed, report })
  const until = Date.now() + minutes * 60_000
  for (let first = 1; Date.now() < until; first += perRound) {
    const numbers = Array.from({ length: perRound }, (_, place) => first + place)
    await sender.send(numbers, atOnce)
    await betweenRounds(system, sender, report)
    print(report.progress())
  }
  await system.stop()
  await system.issuer.stop()
  return { summary: report.summary(), violated: report.violated() }
}
