import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '@campstore/local-servers/installed-programs'
import { runToEnd } from '@campstore/local-servers/processes'
import { type LoadResult, percentiles } from './load-result.ts'
import type { Pattern } from './workload.ts'

/** Runs scripts with pgbench for some seconds. */
export type Pgbench = (round: { pattern: Pattern; connections: number; seconds: number }) => Promise<LoadResult>

/** Where Debian keeps the program of each version, newest first. */
function debianFolders(): string[] {
  const versions = '/usr/lib/postgresql'
  try {
    return readdirSync(versions)
      .toSorted((a, b) => Number(b) - Number(a))
      .map(version => join(versions, version, 'bin'))
  } catch {
    return []
  }
}

/** Finds pgbench on the PATH or where Debian puts it. */
export const findPgbench = (): string | undefined => findProgram('pgbench', debianFolders())

/**
 * Prepares pgbench to run a script per pattern.
 *
 * @param options.url of the database, with the service's own role
 * @param options.home folder for scripts and logs
 */
export function createPgbench(options: {
  program: string
  url: string
  scripts: Record<Pattern, string>
  home: string
}): Pgbench {
  const { program, url, scripts, home } = options
  const folder = join(home, 'pgbench')
  mkdirSync(folder, { recursive: true })
  let round = 0
  return async ({ pattern, connections, seconds }) => {
    round += 1
    const script = join(folder, `${pattern}.sql`)
    writeFileSync(script, scripts[pattern])
    const prefix = `round-${round}`
    const start = String(round * 10_000_000)
    await runToEnd({
      name: 'pgbench',
      command: program,
      args: [
        '--no-vacuum',
        '--protocol=prepared',
        '--jobs=1',
        `--client=${connections}`,
        `--time=${unmeasuredSeconds + seconds}`,
        `--define=n=${start}`,
        `--define=first=${start}`,
        `--define=clients=${connections}`,
        '--log',
        `--log-prefix=${prefix}`,
        `--file=${script}`,
        url,
      ],
      cwd: folder,
      output: { file: join(folder, 'pgbench.log') },
    })
    return resultOf(folder, prefix)
  }
}

/** Each round has new connections, on which PostgreSQL plans every statement again, unlike on a service's pool. */
export const unmeasuredSeconds = 2

/**
 * Reads the log of every transaction: client, number, microseconds, script, and when it ended, in seconds and microseconds.
 * The time counts from {@link unmeasuredSeconds} after the first transaction to the last.
 */
function resultOf(folder: string, prefix: string): LoadResult {
  const done: { began: number; ended: number }[] = []
  let errors = 0
  for (const file of readdirSync(folder).filter(name => name.startsWith(`${prefix}.`))) {
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      const [, , microseconds, , second, fraction] = line.split(' ')
      if (microseconds === undefined) continue
      if (microseconds === 'failed') {
        errors += 1
        continue
      }
      const ended = Number(second) + Number(fraction) / 1e6
      done.push({ began: ended - Number(microseconds) / 1e6, ended })
    }
    rmSync(join(folder, file))
  }
  const start = done.reduce((first, { began }) => Math.min(first, began), Number.POSITIVE_INFINITY) + unmeasuredSeconds
  const counted = done.filter(({ began }) => began >= start)
  const end = counted.reduce((last, { ended }) => Math.max(last, ended), start)
  const latencies = counted.map(({ began, ended }) => 1000 * (ended - began))
  return {
    perSecond: counted.length === 0 ? 0 : counted.length / (end - start),
    ...percentiles(latencies),
    errors,
    statuses: {},
  }
}
