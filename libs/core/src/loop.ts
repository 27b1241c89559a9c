import { backoffMs } from './backoff.ts'
export type Outcome = 'more' | 'idle' | 'failed'

/**
 * Repeats a round of work: at once while there is more, after `idleMs` or a wake when there is none, and with a growing back-off
 * while it fails.
 *
 * @param options.round must not throw
 * @param options.maxBackoffMs longest delay after a failure; the first is 100 ms
 */
export function startLoop(options: { round: () => Promise<Outcome>; idleMs: number; maxBackoffMs: number }) {
  let stopped = false
  let woken = false
  let idle = false
  let endWait = () => {}

  const wait = (milliseconds: number) =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, milliseconds)
      endWait = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const run = async () => {
    let failures = 0
    while (!stopped) {
      woken = false
      const outcome = await options.round()
      failures = outcome === 'failed' ? failures + 1 : 0
      if (stopped || outcome === 'more' || (outcome === 'idle' && woken)) continue
      idle = outcome === 'idle'
      await wait(idle ? options.idleMs : backoffMs(failures, { longestMs: options.maxBackoffMs }))
      idle = false
    }
  }
  // The first round starts after the caller has got the loop.
  const ended = Promise.resolve().then(run)

  return {
    /** Starts the next round now, or after the running one. Does not shorten the wait after a failure. */
    wake() {
      woken = true
      if (idle) endWait()
    },
    /** Waits for the running round and starts no other. */
    async stop() {
      stopped = true
      endWait()
      await ended
    },
  }
}
