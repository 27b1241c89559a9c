import { setTimeout as delay } from 'node:timers/promises'
import { backoffMs } from '@campstore/core/backoff'
import { CliError, messageOf } from '@campstore/local-servers/cli-error'

/** A process or server; `exited` resolves with how it has exited: `exit code 1`, `signal SIGKILL`. */
export type Started = { exited: Promise<string> }

/** A service or a server that is to be kept running. */
export type Supervised<S extends Started | undefined> = {
  /** For people: in messages. */
  name: string
  /** Resolves when it is ready, or with undefined when this machine does not have it. */
  start(): Promise<S>
  /** Starts it again, on the same port and with the same data; by default as at first. */
  restart?(): Promise<S>
}

const stableAfterMs = 60_000

/** How many restarts in a row may fail. */
export const restartLimit = 5

/** Delay until the next start: one second after the first exit, doubled with each that follows soon, 30 seconds at most. */
export const restartDelayMs = (exitsInARow: number): number =>
  backoffMs(exitsInARow, { firstMs: 1_000, longestMs: 30_000 })

/**
 * Creates a supervisor, which restarts processes and servers that exit.
 *
 * @param options.giveUp gets the reason and what to do when {@link restartLimit} restarts in a row have failed
 */
export function createSupervisor(options: {
  report(line: string): void
  giveUp(error: CliError): void
  pause?(delayMs: number, signal: AbortSignal): Promise<void>
}) {
  const { report, giveUp, pause = pauseUntil } = options
  const stopping = new AbortController()
  const { signal } = stopping

  async function follow<S extends Started | undefined>(supervised: Supervised<S>, first: S): Promise<void> {
    let exitsInARow = 0
    for (let current: Started | undefined = first; current !== undefined; ) {
      const readyAt = Date.now()
      const how = await current.exited
      if (signal.aborted) return
      exitsInARow = Date.now() - readyAt > stableAfterMs ? 1 : exitsInARow + 1
      current = await restart(supervised, how, exitsInARow)
    }
  }

  /** Undefined when it was given up, or everything stops. */
  async function restart<S extends Started | undefined>(
    { name, start, restart: startAgain = start }: Supervised<S>,
    how: string,
    exitsInARow: number,
  ): Promise<S | undefined> {
    report(`${name} exited (${how}), restarting in ${restartDelayMs(exitsInARow) / 1000} s`)
    for (let failures = 1; ; failures += 1) {
      await pause(restartDelayMs(exitsInARow + failures - 1), signal)
      if (signal.aborted) return undefined
      try {
        const started = await startAgain()
        if (!signal.aborted) report(`${name} runs again`)
        return started
      } catch (error) {
        if (signal.aborted) return undefined
        const reason = messageOf(error)
        if (failures === restartLimit) {
          giveUp(givenUp(name, reason))
          return undefined
        }
        const delayMs = restartDelayMs(exitsInARow + failures)
        report(`${name} could not be restarted, trying again in ${delayMs / 1000} s: ${reason}`)
      }
    }
  }

  return {
    /** Starts a service or a server and keeps it running. @throws what its first start throws, which is not repeated */
    async keepRunning<S extends Started | undefined>(supervised: Supervised<S>): Promise<S> {
      const started = await supervised.start()
      void follow(supervised, started)
      return started
    },
    /** From now on nothing is restarted and nothing is reported. */
    stop: () => stopping.abort(),
  }
}

const givenUp = (name: string, reason: string): CliError =>
  new CliError(
    `${name} exited and could not be restarted, ${restartLimit} times in a row: ${reason}\nEverything is stopped, and its data is kept. Remove the cause, then run npm start again.`,
  )

const pauseUntil = (delayMs: number, signal: AbortSignal): Promise<void> =>
  delay(delayMs, undefined, { signal }).catch(() => {})
