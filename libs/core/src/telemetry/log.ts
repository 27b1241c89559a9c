import { type Logger, pino } from 'pino'
import { activeSpan } from './spans.ts'
import { traceIdFrom } from './trace.ts'

export type { Logger }

/** Lines are written together when there are this many bytes of them, or after this time, or when the process ends. */
const batched = { minLength: 4_096, periodicFlush: 200 }

const credentialsAndPersons = [
  'authorization',
  'token',
  '*.authorization',
  '*.token',
  'email',
  '*.email',
  'cookie',
  '*.cookie',
]

/** What PostgreSQL adds to an error may be a whole row: `Failing row contains (…)`. */
const valuesOfErrors = ['detail', 'where', 'internalQuery'].flatMap(field =>
  ['err', 'err.*', 'err.aggregateErrors[*]'].map(path => `${path}.${field}`),
)

/**
 * The process's logger: one line of JSON per event on standard output, readable by people through `pino-pretty`.
 * What could name a person or open a door is removed wherever it appears. A line of recorded work has its trace id.
 *
 * @param service name of the process, on every line
 * @param options.sync writes each line at once, for a process that is about to exit
 */
export function createLogger(service: string, level: string, { sync = false } = {}): Logger {
  const output = pino.destination(sync ? { dest: 1, sync } : { dest: 1, sync, ...batched })
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => {
        const span = activeSpan()
        return span ? { traceId: traceIdFrom(span.traceparent) } : {}
      },
      formatters: { level: label => ({ level: label }) },
      redact: {
        paths: [...credentialsAndPersons, ...valuesOfErrors],
        remove: true,
      },
    },
    output,
  )
}
