import { createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { CliError, messageOf } from '../infrastructure/cli-error.ts'
import { type ServerProcess, startProcess, untilReady } from '../infrastructure/processes.ts'
import { serviceFlags } from '../service-flags.ts'

/** A process that is started again when it dies. */
export type SupervisedService = {
  /** Resolves when it answers for the first time. */
  ready: Promise<void>
  stop(): Promise<void>
}

/** How a service is started and watched. */
export type ServiceOptions = {
  name: string
  main: string
  environment: NodeJS.ProcessEnv
  /** Answers 200 once it is ready. */
  readyUrl: string
  log: string
  /** Gets every line it writes. */
  onLine: (name: string, line: string) => void
  /** Told when it died, and in how many milliseconds it is started again. */
  onDeath: (name: string, how: string, again: number) => void
}

const steadyAfterMs = 60_000

/** Time until the next start: one second after the first death, doubled with each that follows soon, half a minute at most. */
export const backOff = (deathsInARow: number): number => Math.min(1_000 * 2 ** (deathsInARow - 1), 30_000)

/**
 * Starts a service and keeps it running. A service that dies before it was ever ready is not started again: `ready` rejects.
 */
export function superviseService(options: ServiceOptions): SupervisedService {
  const stopping = new AbortController()
  let lastLine = 'it wrote nothing'
  const listening: ServiceOptions = {
    ...options,
    onLine: (name, line) => {
      lastLine = line
      options.onLine(name, line)
    },
  }
  let current = start(listening)
  const ready = untilReady(current, { answers: () => answers(options.readyUrl), withinMs: 60_000 }).catch(
    async error => {
      await delay(100) // its last words may still be on their way
      throw new CliError(`${messageOf(error)}: ${lastLine} (${options.log})`)
    },
  )
  ready.then(
    () => keepRunning(),
    () => {
      // Told to whoever waits for `ready`.
    },
  )
  const keepRunning = async () => {
    let deaths = 0
    while (!stopping.signal.aborted) {
      const began = Date.now()
      const how = await current.exited
      if (stopping.signal.aborted) return
      deaths = Date.now() - began > steadyAfterMs ? 1 : deaths + 1
      options.onDeath(options.name, how, backOff(deaths))
      await delay(backOff(deaths), undefined, { signal: stopping.signal }).catch(() => {})
      if (!stopping.signal.aborted) current = start(listening)
    }
  }
  return {
    ready,
    stop: async () => {
      stopping.abort()
      await current.stop()
    },
  }
}

function start({ name, main, environment, log, onLine }: ServiceOptions): ServerProcess {
  const server = startProcess({
    name,
    command: process.execPath,
    args: [...serviceFlags, main],
    env: environment,
    output: 'pipe',
    stopWithinMs: 3_000,
  })
  const file = createWriteStream(log, { flags: 'a' })
  const follow = (stream: Readable | null) => {
    if (stream === null) return
    createInterface({ input: stream }).on('line', line => {
      file.write(`${line}\n`)
      onLine(name, line)
    })
  }
  follow(server.child.stdout)
  follow(server.child.stderr)
  void server.exited.then(() => file.end())
  return server
}

async function answers(url: string): Promise<boolean> {
  return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok
}
