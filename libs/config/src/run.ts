/** What a process runs: an address, and a way to stop in good order. */
export type Running = { url: string; stop(): Promise<void> }

type Log = {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
}

/**
 * Starts something and stops it on SIGTERM or SIGINT, once, however often they come. A start that fails, or an error that
 * nobody caught, ends the process with one line in the log and exit code 1.
 */
export async function runUntilStopped(log: Log, start: () => Promise<Running>): Promise<void> {
  const fail = (message: string) => (error: unknown) => {
    log.error({ err: error }, message)
    process.exit(1)
  }
  process.on('uncaughtException', fail('an error was not caught'))
  process.on('unhandledRejection', fail('a rejection was not handled'))
  const running = await start().catch(fail('the process could not start'))
  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    running.stop().then(() => {
      log.info({}, 'stopped')
      process.exit(0)
    }, fail('the process did not stop in good order'))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  log.info({ url: running.url }, 'listening')
}
