import { flushCompileCache } from 'node:module'

/** The running part of a process: its address, and a way to stop in good order. */
export type Running = { url: string; stop(): Promise<void> }

type Log = {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
  /** Writes the lines that are still buffered; absent where none are. */
  flush?(done: () => void): void
}

/** How long the end of a process waits for its last log lines, in milliseconds: their reader may be gone or frozen. */
const flushMs = 3_000

/**
 * Starts something and stops it once on SIGTERM or SIGINT, even if they come repeatedly; during the start, as soon as it has started.
 * A start that fails, or an error that is not caught, ends the process with one line in the log and exit code 1.
 */
export async function runUntilStopped(log: Log, start: () => Promise<Running>): Promise<void> {
  const fail = (message: string) => (error: unknown) => {
    log.error({ err: error }, message)
    return exit(log, 1)
  }
  process.on('uncaughtException', fail('An error was not caught'))
  process.on('unhandledRejection', fail('A rejection was not handled'))
  let stopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'Stopping')
    await started.then(running => running.stop()).catch(fail('The process did not stop cleanly'))
    log.info({}, 'Stopped')
    await exit(log, 0)
  }
  // Before the start: the first process of a container gets no signal that it does not handle.
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const started = start().catch(fail('The process could not start'))
  const { url } = await started
  if (!stopping) log.info({ url }, 'Listening')
  // By default only at the exit: after a process that is killed, the next one would compile everything again.
  flushCompileCache()
}

/**
 * Ends the process when its last log lines are written, or cannot be. A reader that is frozen keeps a thread in its write, and
 * Node waits for its threads before it exits: then only a signal ends the process.
 */
async function exit(log: Log, code: number): Promise<never> {
  const written = new Promise<true>(resolve => {
    if (log.flush) log.flush(() => resolve(true))
    else resolve(true)
  })
  const timeout = new Promise<false>(resolve => setTimeout(resolve, flushMs, false))
  if (!(await Promise.race([written, timeout]))) process.kill(process.pid, 'SIGKILL')
  process.exit(code)
}
