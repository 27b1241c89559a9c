import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type ServerProcess, startProcess, untilReady } from '@campstore/local-servers/processes'
import { serviceFlags } from '../service-flags.ts'
import { healthOf } from '../system/health.ts'

export type ServiceOptions = {
  name: string
  main: string
  environment: NodeJS.ProcessEnv
  /** Answers 200 once the service is ready. */
  readyUrl: string
  log: string
  /** Called with every line of output. */
  onLine: (name: string, line: string) => void
}

/**
 * Starts a service and waits until it is ready.
 *
 * @param standstillMs as of {@link untilReady}
 * @throws {CliError} when it exits first or makes no progress, with its last output
 */
export async function startService(options: ServiceOptions, standstillMs?: number): Promise<ServerProcess> {
  const service = startLogged(options)
  const answers = async () => {
    const { answers, ready, reason = '' } = await healthOf(options.readyUrl)
    return ready || (answers && reason)
  }
  await untilReady(service, { answers, ...(standstillMs && { standstillMs }), log: options.log })
  return service
}

function startLogged({ name, main, environment, log, onLine }: ServiceOptions): ServerProcess {
  const service = startProcess({
    name,
    command: process.execPath,
    args: [...serviceFlags, main],
    env: environment,
    output: 'pipe',
    stopWithinMs: 3_000,
  })
  const follow = (stream: Readable | null) => {
    if (stream === null) return
    createInterface({ input: stream }).on('line', line => {
      append(log, line)
      onLine(name, line)
    })
  }
  follow(service.child.stdout)
  follow(service.child.stderr)
  return service
}

/** A line that cannot be written, such as on a full disk, is lost; the service and the next lines are not. */
function append(log: string, line: string): void {
  try {
    appendFileSync(log, `${line}\n`)
  } catch {
    // The disk is full, or the folder is gone.
  }
}
