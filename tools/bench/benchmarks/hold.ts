import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findProgram } from '@campstore/local-servers/installed-programs'
import { onDatabase } from '@campstore/local-servers/postgres'
import type { Context } from '../context.ts'
import { runSql } from '../data/data.ts'
import type { BenchDatabase } from '../servers/servers.ts'
import { fewestHolds, ownHolds } from '../workloads/holds.ts'

/** Uncounted first holds of a connection, which plan statements and fill caches. */
const warmUp = 30
const counted = 200

/** How many times the instructions of the fewest statements a hold may take. */
const goal = 1.5

/**
 * Counts PostgreSQL's instructions of a hold with its read, by callgrind on one connection: as our use case takes it, and in the
 * fewest statements that are safe. Two counts differ by less than a percent; the kernel, a fifth of the CPU time, is not counted.
 */
export async function measureHold({ servers, home, report, log }: Context, database: BenchDatabase): Promise<void> {
  const valgrind = findProgram('valgrind')
  if (valgrind === undefined) return report.text('Instructions are left out: valgrind is not on this machine.')
  await onDatabase(database.adminUrl, client => runSql(client, 'fewest'))
  const folder = join(home, 'callgrind')
  mkdirSync(folder)
  chmodSync(folder, 0o777) // PostgreSQL's user writes to it
  await servers.restartPostgres([valgrind, '--tool=callgrind', '--quiet', `--callgrind-out-file=${folder}/%p`])
  const instructionsOf = async (name: string, holds: typeof ownHolds) => {
    const of = async (count: number) => countOf(join(folder, String(await holds(database, count))))
    // The first session after a start makes the cache file of the catalogue.
    await of(1)
    const first = await of(warmUp)
    const each = ((await of(warmUp + counted)) - first) / counted
    log(`${name}: ${(each / 1e6).toFixed(2)} million instructions`)
    return each
  }
  const own = await instructionsOf('a hold by the service', ownHolds)
  const fewest = await instructionsOf('a hold in the fewest statements', fewestHolds)
  report.atMost('instructions of PostgreSQL for a hold, the fewest statements = 1', goal, own / fewest, ' x')
  const millions = [own, fewest].map(each => `${(each / 1e6).toFixed(2)} million`)
  report.text(`A hold takes ${millions[0]} instructions of PostgreSQL, the fewest statements ${millions[1]}.`)
}

/** The instructions of a session's process, which callgrind writes when it has ended. */
async function countOf(file: string): Promise<number> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    await delay(100)
    const [, total] = /^totals: (\d+)/m.exec(textOf(file)) ?? []
    if (total !== undefined) return Number(total)
  }
  return Number.NaN
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
