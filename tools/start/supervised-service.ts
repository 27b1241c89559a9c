import { createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { type ServerProcess, startProcess, untilReady } from '@campstore/local-servers/processes'
import { serviceFlags } from '../service-flags.ts'

/** A process that is restarted when it exits. */
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
  /** Answers 200 once the service is ready. */
  readyUrl: string
  log: string
  /** Called with every line of output. */
  onLine: (name: string, line: string) => void
  /** Called when it has exited, with how, and the delay until its restart. */
  onExit: (name: string, how: string, delayMs: number) => void
}

const stableAfterMs = 60_000

/** Delay until the next start: one second after the first exit, doubled with each that follows soon, 30 seconds at most. */
export const restartDelayMs = (exitsInARow: number): number => Math.min(1_000 * 2 ** (exitsInARow - 1), 30_000)

/** Starts a service and keeps it running. One that exits before it was ever ready is not restarted: `ready` rejects. */
export function superviseService(options: ServiceOptions): SupervisedService {
  const stopping = new AbortController()
  let current = start(options)
  const ready = untilReady(current, {
    answers: async () => (await fetch(options.readyUrl, { signal: AbortSignal.timeout(2_000) })).ok,
    withinMs: 60_000,
    log: options.log,
  })
  const keepRunning = async () => {
    let exits = 0
    while (!stopping.signal.aborted) {
      const began = Date.now()
      const how = await current.exited
      if (stopping.signal.aborted) return
      exits = Date.now() - began > stableAfterMs ? 1 : exits + 1
      options.onExit(options.name, how, restartDelayMs(exits))
      await delay(restartDelayMs(exits), undefined, { signal: stopping.signal }).catch(() => {})
      if (!stopping.signal.aborted) current = start(options)
    }
  }
  ready.then(keepRunning, () => {
    // The caller that awaits `ready` handles it.
  })
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
