import { type Logger, pino } from 'pino'

/** The fields of a request's line. Ids and method are of plain characters (`requestIdFrom`, `traceIdFrom`, HTTP). */
export type RequestLine = {
  requestId: string
  traceId: string
  method: string
  /** Without its query. */
  path: string
  status: number
  ms: number
}

/**
 * Writes one line per request at level info, as `log.info(line, 'Request finished')` would. The line always has the same few
 * fields and nothing to remove, so it is written here: through the logger it takes twice as long, 3% of a short request.
 * Returns a function that does nothing where the logger leaves out info.
 */
export function requestLines(log: Logger): (line: RequestLine) => void {
  if (!log.isLevelEnabled('info')) return () => {}
  const stream: pino.DestinationStream = Reflect.get(log, pino.symbols.streamSym)
  const bound = Object.entries(log.bindings())
    .map(([name, value]) => `,"${name}":${JSON.stringify(value)}`)
    .join('')
  const time = isoClock()
  return ({ requestId, traceId, method, path, status, ms }) => {
    const ids = `"requestId":"${requestId}","traceId":"${traceId}","msg":"Request finished"`
    const what = `"method":"${method}","path":${JSON.stringify(path)},"status":${status},"ms":${ms}`
    stream.write(`{"level":"info","time":"${time()}"${bound},${what},${ids}}\n`)
  }
}

/** The present as ISO 8601, written once for all lines of a millisecond. */
function isoClock(): () => string {
  let at = Number.NaN
  let text = ''
  return () => {
    const now = Date.now()
    if (now !== at) text = new Date(now).toISOString()
    at = now
    return text
  }
}
