import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findProgram } from '@campstore/local-servers/installed-programs'
import { onDatabase } from '@campstore/local-servers/postgres'
import type { Context } from '../context.ts'
import { runSql } from '../data/data.ts'
import type { BenchDatabase } from '../servers/servers.ts'
import { fewestHolds, ownHolds, ownOrders } from '../workloads/holds.ts'

/** Uncounted first holds of a connection, which plan statements and fill caches. */
const warmUp = 32
const counted = 192

/** Holds that are taken together: both counts are multiples. */
const batch = 16

/**
 * Counts PostgreSQL's instructions of a booking's hold with its read, by callgrind on one connection: as our use case takes it, and in
 * the fewest statements that are safe. Two counts differ by less than a percent; the kernel, a fifth of the CPU time, is not counted.
 */
export async function measureHold(context: Context, database: BenchDatabase): Promise<void> {
  await onDatabase(database.adminUrl, client => runSql(client, 'fewest'))
  const instructionsOf = await startCounting(context, database)
  if (instructionsOf === undefined) return
  const alone = await instructionsOf('A hold of a booking', ownHolds)
  const together = await instructionsOf(`A hold in a batch of ${batch}`, ownHolds, batch)
  const fewest = await instructionsOf('A hold in the fewest statements', fewestHolds)
  const what = 'instructions of PostgreSQL for a hold'
  context.report.atMost(`${what}, the fewest statements = 1`, 4, alone / fewest, ' x')
  context.report.atMost(`${what} in a batch of ${batch}, the same = 1`, 1, together / fewest, ' x')
}

/** Counts the same of an order of two items. */
export async function measureOrder(context: Context, database: BenchDatabase): Promise<void> {
  const instructionsOf = await startCounting(context, database)
  await instructionsOf?.('A hold of an order', ownOrders)
  await instructionsOf?.(`An order in a batch of ${batch}`, ownOrders, batch)
}

/** Starts PostgreSQL again under callgrind; undefined without it. The result counts and reports a hold's instructions. */
async function startCounting({ servers, home, report }: Context, database: BenchDatabase) {
  const valgrind = findProgram('valgrind')
  if (valgrind === undefined) {
    report.text('Instructions are left out: valgrind is not on this machine.')
    return undefined
  }
  // Plans depend on the statistics, which production's tables have.
  await onDatabase(database.adminUrl, client => client.query('vacuum analyze'))
  const folder = join(home, 'callgrind')
  mkdirSync(folder)
  chmodSync(folder, 0o777) // PostgreSQL's user writes to it
  await servers.restartPostgres([valgrind, '--tool=callgrind', '--quiet', `--callgrind-out-file=${folder}/%p`])
  return async (name: string, holds: typeof ownHolds, together = 1): Promise<number> => {
    const of = async (count: number) => countOf(join(folder, String(await holds(database, count, together))))
    // The first session after a start makes the cache file of the catalogue.
    await of(1)
    const first = await of(warmUp)
    const each = ((await of(warmUp + counted)) - first) / counted
    report.text(`${name} takes ${(each / 1e6).toFixed(2)} million instructions of PostgreSQL.`)
    return each
  }
}

/** The instructions of a session's process, which callgrind writes when it has ended. */
async function countOf(file: string): Promise<number> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    await delay(100)
    const [, total] = (existsSync(file) && /^totals: (\d+)/m.exec(readFileSync(file, 'utf8'))) || []
    if (total !== undefined) return Number(total)
  }
  return Number.NaN
}
