/** Why a server does not serve, in words: few values, which name no host, user or secret, so that readiness and metrics may show them. */
export type OutageReason =
  | 'connection lost'
  | 'connection refused'
  | 'database missing'
  | 'disk alarm'
  | 'disk full'
  | 'memory alarm'
  | 'memory full'
  | 'name not found'
  | 'no answer'
  | 'password refused'
  | 'starting or stopping'
  | 'too many connections'

/** The first that matches the code or the message of an error: SQLSTATE, `errno`, or the words of a server or its driver. */
const patterns: readonly (readonly [RegExp, OutageReason])[] = [
  [/^28|ACCESS.REFUSED|WRONGPASS|NOAUTH/, 'password refused'],
  [/^3D000/, 'database missing'],
  [/^53100|^ENOSPC|disk full/i, 'disk full'],
  [/^53300|too many clients/i, 'too many connections'],
  [/^57P0[123]|^LOADING/, 'starting or stopping'],
  [/ECONNREFUSED/, 'connection refused'],
  [/ENOTFOUND|EAI_AGAIN/, 'name not found'],
  [/low on disk/i, 'disk alarm'],
  [/low on memory/i, 'memory alarm'],
  [/OOM command|^53200/, 'memory full'],
  [/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timed? ?out|timeout|does not (?:answer|confirm)|heartbeat/i, 'no answer'],
]

/** The reason of an error of a server's client; any other error has cost a connection. */
export function outageReason(error: unknown): OutageReason {
  const first = error instanceof AggregateError ? error.errors[0] : error
  const code = first instanceof Error && 'code' in first ? String(first.code) : ''
  const words = first instanceof Error ? first.message : String(first)
  return patterns.find(([pattern]) => pattern.test(code) || pattern.test(words))?.[1] ?? 'connection lost'
}

const tickMs = 100

/**
 * What work returns within a limit in milliseconds, else `late`; work that fails returns what `failed` makes of the error. The time is
 * counted in ticks that this process went through: on a busy machine its own standstill is not blamed on the other side.
 */
export function answerWithin<Answer>(
  limitMs: number,
  work: Promise<Answer>,
  late: Answer,
  failed: (error: unknown) => Answer,
): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  let ticks = 0
  const timer = setInterval(() => {
    ticks += 1
    if (ticks * tickMs > limitMs) resolve(late)
  }, tickMs)
  void work.catch(failed).then(resolve)
  return promise.finally(() => clearInterval(timer))
}
