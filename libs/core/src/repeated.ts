import { setTimeout as delay } from 'node:timers/promises'
import { backoffMs } from './backoff.ts'

/** A failed call to a server is made again this often at most: for seven seconds if it is refused at once. */
const mostRepeats = 7

/**
 * Makes a call to a server, and makes it again after a failure that may pass: a single failed call says little about a busy server.
 * Throws the last failure.
 *
 * @param mayPass whether a failure can pass by itself; a refusal cannot
 * @param report gets each failure whose reason differs from the one before
 */
export async function repeated<Result>(
  call: () => Promise<Result>,
  mayPass: (error: unknown) => boolean,
  report: (reason: string) => void,
): Promise<Result> {
  let reported = ''
  for (let failures = 1; ; failures += 1) {
    try {
      return await call()
    } catch (error) {
      if (failures > mostRepeats || !mayPass(error)) throw error
      const reason = error instanceof Error ? error.message : String(error)
      if (reason !== reported) report(reason)
      reported = reason
      await delay(backoffMs(failures, { longestMs: 2_000 }))
    }
  }
}
