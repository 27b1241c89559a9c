import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { formatError } from '@campstore/local-servers/cli-error'
import { stopOrphans } from '@campstore/local-servers/pid-file'
import { killEverything, recordProcessesIn } from '@campstore/local-servers/processes'
import { ordealOptions, usage } from './ordeal/options.ts'
import { runOrdeal } from './ordeal/run.ts'

const local = fileURLToPath(new URL('../.local', import.meta.url))

/** A run ends by itself this long after its load at the latest: starting, settling and judging have limits of their own. */
const spareMs = 15 * 60_000

async function main(): Promise<number> {
  const options = ordealOptions(process.argv.slice(2), () => Math.floor(Math.random() * 1_000_000))
  if (options.help) {
    process.stdout.write(`${usage}\n`)
    return 0
  }
  const records = join(local, 'ordeal-processes')
  await stopOrphans(records)
  const ownRecords = join(records, String(process.pid))
  recordProcessesIn(ownRecords)
  process.once('exit', () => rmSync(ownRecords, { recursive: true, force: true }))
  const directory = join(local, 'ordeal', String(options.seed))
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(join(directory, 'logs'), { recursive: true })
  const limit = AbortSignal.timeout(options.minutes * 60_000 + spareMs)
  limit.addEventListener('abort', () => {
    process.stderr.write('the run did not end by itself in time\n')
    process.exit(1)
  })
  try {
    const { summary, violated } = await runOrdeal(options, directory)
    writeFileSync(join(directory, 'summary.txt'), `${summary}\n`)
    process.stdout.write(`\n${summary}\n\nHistory, violations and logs: ${directory}\n`)
    return violated ? 1 : 0
  } finally {
    await Promise.race([killEverything(), pause(10_000)])
  }
}

// Everything that was started ends at `exit`.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => process.exit(128 + constants.signals[name]))
}

try {
  process.exit(await main())
} catch (error) {
  process.stderr.write(`${formatError(error)}\n`)
  process.exit(1)
}
