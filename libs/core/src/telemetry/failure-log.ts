/** A logger, as far as a failure log needs it: `log.ts` imports metrics, which have failure logs. */
export type FailureLines = Record<'error' | 'warn' | 'info', (fields: object, message: string) => void>

/** After a line about a failure, the next one is written this many milliseconds later at the earliest. */
const quietMs = 60_000

/** The log of something that is tried again until it works. */
export type FailureLog = {
  /** Notes a failure: writes a line when its reason is another one than in the last line, and at most once a minute. */
  failed(reason: string, fields?: object): void
  /** Notes a success: writes one line if a failure was written before. */
  succeeded(): void
}

/**
 * Creates the log of a loop that tries again, such as a relay, a job or a connection.
 *
 * @param texts.failure the line of a failure: `Cannot consume, retrying`
 * @param texts.success the line when it works again
 * @param options.fields of both lines
 * @param options.level of a failure; default `warn`
 */
export function createFailureLog(
  log: FailureLines,
  texts: { failure: string; success: string },
  options: { fields?: object; level?: 'error' | 'warn'; clock?: () => number } = {},
): FailureLog {
  const { fields = {}, level = 'warn', clock = () => performance.now() } = options
  let written: string | undefined
  let quietUntil = Number.NEGATIVE_INFINITY
  return {
    failed(reason, more = {}) {
      if (reason === written || clock() < quietUntil) return
      written = reason
      quietUntil = clock() + quietMs
      log[level]({ reason, ...fields, ...more }, texts.failure)
    },
    succeeded() {
      if (written === undefined) return
      written = undefined
      log.info(fields, texts.success)
    },
  }
}
