import type { Logger } from '@campstore/telemetry/log'

/** Something that is done again and again. */
export type Sweeper = {
  /** Waits for the round in hand and does no other. */
  stop(): Promise<void>
}

/**
 * Does a round at once and then `everySeconds` after the end of the one before. A round that fails is logged when it is the
 * first in a row, and tried again.
 */
export function startSweeper(round: () => Promise<number>, everySeconds: number, log: Logger): Sweeper {
  let stopped = false
  let failing = false
  let timer: NodeJS.Timeout | undefined
  let inHand = Promise.resolve()

  const run = () => {
    inHand = round()
      .then(ended => {
        failing = false
        if (ended > 0) log.info({ ended }, 'overdue holds ended')
      })
      .catch((error: Error) => {
        if (!failing) log.warn({ reason: error.message }, 'overdue holds cannot be swept, trying on')
        failing = true
      })
      .finally(() => {
        if (!stopped) timer = setTimeout(run, everySeconds * 1000)
      })
  }
  run()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await inHand
    },
  }
}
