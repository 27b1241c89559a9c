import type { Logger } from '@campstore/core/telemetry/log'

/** Something that is done again and again. */
export type Sweeper = {
  /** Waits for the round in hand and does no other. */
  stop(): Promise<void>
}

/**
 * Does a round at once and then `everySeconds` after the end of the one before. A round that fails is logged when it is the
 * first in a row, and tried again.
 *
 * @param sweep.what for the log: `overdue holds`
 * @param sweep.round does it and answers how many it dealt with
 */
export function startSweeper(
  sweep: { what: string; round: () => Promise<number>; everySeconds: number },
  log: Logger,
): Sweeper {
  const { what, round, everySeconds } = sweep
  let stopped = false
  let failing = false
  let timer: NodeJS.Timeout | undefined
  let inHand = Promise.resolve()

  const run = () => {
    inHand = round()
      .then(swept => {
        failing = false
        if (swept > 0) log.info({ what, swept }, 'swept')
      })
      .catch((error: Error) => {
        if (!failing) log.warn({ what, reason: error.message }, 'cannot be swept, trying again')
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
