/** What a round of work found: more to do at once, nothing to do, or that it does not work at present. */
export type Outcome = 'more' | 'idle' | 'failed'

export type Loop = {
  /** Ends an idle wait, or makes the running round be followed by another. Does not shorten the wait after a failure. */
  wake(): void
  /** Lets the running round end and starts no other. */
  stop(): Promise<void>
}

/**
 * Repeats a round of work: at once while there is more, after `idleMs` or a wake when there is none, with growing delays
 * while it fails.
 *
 * @param round must not throw
 * @param longestBackoffMs greatest delay after failures; the first is 100 ms
 */
export function startLoop(options: { round: () => Promise<Outcome>; idleMs: number; longestBackoffMs: number }): Loop {
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
      await wait(idle ? options.idleMs : Math.min(options.longestBackoffMs, 50 * 2 ** Math.min(failures, 16)))
      idle = false
    }
  }
  // The first round starts when the caller has what this returns.
  const ended = Promise.resolve().then(run)

  return {
    wake() {
      woken = true
      if (idle) endWait()
    },
    async stop() {
      stopped = true
      endWait()
      await ended
    },
  }
}
