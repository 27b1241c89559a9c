import { type Logger, pino, type SerializedError } from 'pino'
import { createLogOutput } from './log-output.ts'
import { activeSpan } from './spans.ts'
import { traceIdFrom } from './trace.ts'

export type { Logger }

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

/** Fields that PostgreSQL adds to an error; they may contain a whole row: `Failing row contains (…)`. */
const valuesOfErrors = ['detail', 'where', 'internalQuery'].flatMap(field =>
  ['err', 'err.*', 'err.aggregateErrors[*]'].map(path => `${path}.${field}`),
)

/** An error without the row that the ORM appends to messages, and so to stacks. */
function withoutRow(error: Error): unknown {
  const appended = detailsOf(error).map(detail => `\n - detail: ${detail}`)
  const clean = (logged: SerializedError): SerializedError => {
    // Anything can be thrown.
    if (typeof logged?.message !== 'string') return logged
    for (const row of appended) {
      logged.message = logged.message.replaceAll(row, '')
      logged.stack = logged.stack.replaceAll(row, '')
    }
    logged.aggregateErrors?.forEach(clean)
    return logged
  }
  return clean(pino.stdSerializers.err(error))
}

/** The details of an error, of its causes, whose messages and stacks the serializer joins, and of the errors that it has. */
function detailsOf(error: unknown, seen = new Set<unknown>()): unknown[] {
  if (!(error instanceof Error) || seen.has(error)) return []
  seen.add(error)
  const parts = [error.cause, ...(error instanceof AggregateError ? error.errors : [])]
  const details = parts.flatMap(part => detailsOf(part, seen))
  return 'detail' in error && error.detail ? [error.detail, ...details] : details
}

/**
 * The process's logger: one line of JSON per event on standard output, readable by people through `pino-pretty`.
 * Personal data and secrets are removed wherever they appear. A line of recorded work has its trace id.
 *
 * @param options.sync writes each line at once, for a process that is about to exit
 */
export function createLogger(service: string, level: string, { sync = false } = {}): Logger {
  const output = sync ? pino.destination({ dest: 1, sync }) : createLogOutput(1, missingLine(service))
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
      serializers: { err: withoutRow },
      redact: { paths: [...credentialsAndPersons, ...valuesOfErrors], remove: true },
    },
    output,
  )
}

const missingLine = (service: string) => (count: number) => {
  const time = new Date().toISOString()
  return `${JSON.stringify({ level: 'error', time, service, count, msg: 'Log lines are missing before this one, because they could not be written' })}\n`
}
