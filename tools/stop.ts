import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CliError, messageOf } from '@campstore/local-servers/cli-error'
import { stopOrphans } from '@campstore/local-servers/pid-file'
import { stopOrphanedServer } from '@campstore/local-servers/postgres-data'
import { isRunning, processesExited, signal } from '@campstore/local-servers/running-processes'
import { localDirectory, parseCommandLine, runCommand } from './command.ts'
import { startedBy } from './start/start-lock.ts'

/** An `npm start` stops its processes within about fifteen seconds. */
const gracefulWithinMs = 60_000

/**
 * Ends the `npm start` of a `.local` as Ctrl-C does, and waits until it has ended; then the leftovers of a killed one.
 *
 * @throws {CliError} when it belongs to another user, or PostgreSQL does not end
 */
export async function stopSystem(directory: string, withinMs = gracefulWithinMs): Promise<string> {
  const holder = startedBy(directory)
  let killed = false
  if (holder) {
    try {
      process.kill(holder.pid, 'SIGTERM')
    } catch (error) {
      throw new CliError(`Cannot stop npm start (pid ${holder.pid}): ${messageOf(error)}`)
    }
    for (const deadline = Date.now() + withinMs; isRunning(holder) && Date.now() < deadline; ) await delay(100)
    killed = isRunning(holder)
    if (killed) {
      signal(holder.pid, 'SIGKILL')
      processesExited([holder.pid])
    }
  }
  const left = await stopOrphans(join(directory, 'processes'))
  await stopOrphanedServer(join(directory, 'postgres'))
  const lines = [
    ...(holder ? [killed ? `npm start (pid ${holder.pid}) did not stop and was killed.` : 'Stopped.'] : []),
    ...(left.length > 0 ? [`Stopped what a killed npm start had left behind: ${left.join(', ')}.`] : []),
  ]
  return lines.length > 0 ? lines.join('\n') : 'Nothing is running in this folder.'
}

if (import.meta.main) {
  const stop = (args: string[]) => {
    parseCommandLine('stop', args, {})
    return stopSystem(localDirectory)
  }
  await runCommand(stop, { withoutSecrets: true })
}
