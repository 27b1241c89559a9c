import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runToEnd } from '@campstore/local-servers/processes'
import { latenciesOf } from './latencies.ts'
import type { LoadResult } from './load.ts'

/** Each round has new connections, on which PostgreSQL plans every statement again, unlike on a service's pool. */
const unmeasuredSeconds = 2

let round = 0

/**
 * Runs a script for some seconds, after {@link unmeasuredSeconds}. Its variables are `n`, a number that each transaction
 * counts up and that no other round has, its start `first`, and the number of `clients`.
 *
 * @param options.url of the database, with the service's own role
 * @param options.home folder for the script and the logs
 */
export async function runPgbench(options: {
  program: string
  url: string
  script: string
  home: string
  connections: number
  seconds: number
}): Promise<LoadResult> {
  const { program, url, script, home, connections, seconds } = options
  const folder = join(home, 'pgbench')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'script.sql'), script)
  round += 1
  const first = round * 10_000_000
  const variables = { n: first, first, clients: connections }
  await runToEnd({
    name: 'pgbench',
    command: program,
    args: [
      ...[
        '--no-vacuum',
        '--protocol=prepared',
        '--jobs=1',
        '--file=script.sql',
        '--log',
        `--log-prefix=round-${round}`,
      ],
      ...[`--client=${connections}`, `--time=${unmeasuredSeconds + seconds}`],
      ...Object.entries(variables).map(([name, value]) => `--define=${name}=${value}`),
      url,
    ],
    cwd: folder,
    output: { file: join(folder, 'pgbench.log') },
  })
  const log = join(folder, readdirSync(folder).find(name => name.startsWith(`round-${round}.`)) ?? '')
  const text = readFileSync(log, 'utf8')
  rmSync(log)
  return resultOf(text)
}

/**
 * Reads the log of every transaction: client, number, microseconds, script, and when it ended, in seconds and microseconds.
 * The rate counts from {@link unmeasuredSeconds} after the first transaction to the last; the requests are all of them.
 */
export function resultOf(log: string): LoadResult {
  const lines = log.split('\n').filter(line => line !== '')
  const done = lines.flatMap(line => {
    const [, , microseconds, , second, fraction] = line.split(' ')
    const ended = Number(second) + Number(fraction) / 1e6
    return microseconds === 'failed' ? [] : [{ began: ended - Number(microseconds) / 1e6, ended }]
  })
  const start = done.reduce((first, { began }) => Math.min(first, began), Number.POSITIVE_INFINITY) + unmeasuredSeconds
  const counted = done.filter(({ began }) => began >= start)
  const end = counted.reduce((last, { ended }) => Math.max(last, ended), start)
  return {
    ...latenciesOf(counted.map(({ began, ended }) => 1000 * (ended - began))),
    perSecond: counted.length === 0 ? 0 : counted.length / (end - start),
    requests: done.length,
    errors: lines.length - done.length,
    statuses: {},
  }
}
