import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { stopOrphans } from '@campstore/local-servers/pid-file'
import { killEverything, recordProcessesIn } from '@campstore/local-servers/processes'
import { localDirectory, runCommand } from '../../tools/command.ts'
import { faultRunOptions } from './options.ts'
import { runFaults } from './run.ts'

/** Starting, settling and checking have their own timeouts; this ends a run in which one of them fails. */
const extraMs = 15 * 60_000

async function main(args: string[]): Promise<string> {
  const options = faultRunOptions(args, () => Math.floor(Math.random() * 1_000_000))
  const pidFiles = join(localDirectory, 'faults-processes')
  await stopOrphans(pidFiles)
  const ownPidFiles = join(pidFiles, String(process.pid))
  recordProcessesIn(ownPidFiles)
  process.once('exit', () => rmSync(ownPidFiles, { recursive: true, force: true }))
  const directory = join(localDirectory, 'faults', String(options.seed))
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(join(directory, 'logs'), { recursive: true })
  AbortSignal.timeout(options.minutes * 60_000 + extraMs).addEventListener('abort', () => {
    process.stderr.write('The run did not end in time\n')
    process.exit(1)
  })
  try {
    const { summary, violated } = await runFaults(options, directory)
    writeFileSync(join(directory, 'summary.txt'), `${summary}\n`)
    if (violated) process.exitCode = 1
    return `\n${summary}\n\nHistory, violations and logs: ${directory}`
  } finally {
    await Promise.race([killEverything(), delay(10_000)])
  }
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => process.exit(128 + constants.signals[name])) // which kills everything that was started
}

await runCommand(main, { onOwnServers: true })
process.exit()
