import { rmSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { stopOrphans } from '@campstore/local-servers/pid-file'
import { killEverything, recordProcessesIn } from '@campstore/local-servers/processes'
import { localDirectory } from './command.ts'

/** A signal ends this process, which kills everything that it has started. Each may come several times, by the terminal and by npm. */
export function exitOnSignals(): void {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => process.exit(128 + constants.signals[name]))
  }
}

/**
 * Runs a command that starts processes. When the command ends or is interrupted, so do its processes; processes of an earlier run end
 * first.
 *
 * @param folder below `.local`, where the processes are recorded
 * @param timeoutMs after which the command exits with 1
 */
export async function withOwnProcesses<T>(folder: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  exitOnSignals()
  const pidFiles = join(localDirectory, folder)
  await stopOrphans(pidFiles)
  const ownPidFiles = join(pidFiles, String(process.pid))
  recordProcessesIn(ownPidFiles)
  process.once('exit', () => rmSync(ownPidFiles, { recursive: true, force: true }))
  AbortSignal.timeout(timeoutMs).addEventListener('abort', () => {
    process.stderr.write('The run did not end in time\n')
    process.exit(1)
  })
  try {
    return await work()
  } finally {
    await Promise.race([killEverything(), delay(10_000)])
  }
}
