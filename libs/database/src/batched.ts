import { activeSpan, runInSpan, type Span } from '@campstore/core/telemetry/spans'

type Waiting<Query, Result> = {
  query: Query
  /** The span of the work that asks, if it is recorded. */
  span: Span | undefined
  resolve(result: Result): void
  reject(reason: unknown): void
}

/** The result of a query that has to run once more, in the next batch. The first query of a batch always gets another one. */
export const again = Symbol('again')

type Limits<Query> = {
  /** How many calls of `run` may be in progress, not counting slow ones. */
  concurrency: number
  /** Most queries of one `run`. */
  batchSize: number
  /** The largest number of slow calls of `run` at a time, in addition to `concurrency`. */
  mostSlow?: number
  /** Queries with the same key run one after another. */
  keyOf?(query: Query): string
  /** How many queries of `batchSize` a query counts as, by default one. */
  sizeOf?(query: Query): number
}

/**
 * Runs concurrent queries as one: queries that arrive while others run wait for them, and then run together. An idle database
 * runs each query separately; a busy one runs many in one round trip. Every query runs after it was made, so its result is as
 * fresh as if it had run alone.
 *
 * @param run returns the results in the order of the queries; may be repeated
 */
export function batched<Query, Result>(
  run: (queries: readonly Query[]) => Promise<readonly (Result | typeof again)[]>,
  { concurrency, batchSize, mostSlow = usualSlow, keyOf, sizeOf = () => 1 }: Limits<Query>,
): (query: Query) => Promise<Result> {
  let waiting: Waiting<Query, Result>[] = []
  /** Of queries that run. */
  const busyKeys = new Set<string>()
  let running = 0
  let slow = 0

  const begin = () => {
    running += 1
    // After the present turn of the event loop, so that all requests it has read run together.
    setImmediate(work)
  }
  /** Takes the first queries out that may run together: none if all have keys of queries that run. */
  const takeBatch = () => {
    let room = batchSize
    const isTaken = ({ query }: Waiting<Query, Result>) => {
      const key = keyOf?.(query)
      if (room <= 0 || (key !== undefined && busyKeys.has(key))) return false
      const isFirst = room === batchSize
      room -= sizeOf(query)
      if (room < 0 && !isFirst) return false
      if (key !== undefined) busyKeys.add(key)
      return true
    }
    const { taken = [], left = [] } = Object.groupBy(waiting, each => (isTaken(each) ? 'taken' : 'left'))
    waiting = left
    return taken
  }
  const work = async () => {
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
      let hasPlace = true
      const giveUpPlace = () => {
        if (slow === mostSlow) return
        hasPlace = false
        slow += 1
        running -= 1
        if (waiting.length > 0) begin()
      }
      const timer = setTimeout(giveUpPlace, slowMs)
      // `waiting` is another array by then.
      const repeated = await settle(batch, run)
      waiting.unshift(...repeated)
      clearTimeout(timer)
      for (const { query } of batch) busyKeys.delete(keyOf?.(query) ?? '')
      if (hasPlace) continue
      slow -= 1
      if (running === concurrency) return
      running += 1
    }
    running -= 1
  }

  return query =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ query, span: activeSpan(), resolve, reject })
      if (running === concurrency) return
      begin()
    })
}

/**
 * A batch that runs for longer than this, in milliseconds, may be on a connection that does not answer. It no longer counts against
 * the concurrency, so that the next batch can start.
 */
const slowMs = 500
/** The largest number of slow batches at a time, unless a caller has another one. */
const usualSlow = 4

/**
 * The queries of a batch run again if it fails within this many milliseconds, in which PostgreSQL sees a deadlock. A later failure has used
 * up the time of its requests.
 */
const soonMs = 3_000

/**
 * Runs a batch in the trace span of one caller, and resolves or rejects its queries; never throws. If a batch of several fails, one
 * of them may be the reason, or the connection was lost: each is run once more, alone.
 *
 * @returns the queries without a result, which have to run again
 */
async function settle<Query, Result>(
  batch: readonly Waiting<Query, Result>[],
  run: (queries: readonly Query[]) => Promise<readonly (Result | typeof again)[]>,
): Promise<Waiting<Query, Result>[]> {
  const began = performance.now()
  try {
    const span = batch.find(waiting => waiting.span)?.span
    const results = await runInSpan(span, () => run(batch.map(({ query }) => query)))
    for (const [index, { resolve, reject }] of batch.entries()) {
      const result = results[index]
      if (result === undefined) reject(new Error('A query of the batch has no result'))
      else if (result !== again) resolve(result)
    }
    return batch.filter((_, index) => results[index] === again)
  } catch (error) {
    if (batch.length > 1 && performance.now() - began < soonMs)
      return (await Promise.all(batch.map(waiting => settle([waiting], run)))).flat()
    for (const { reject } of batch) reject(error)
    return []
  }
}

/** Limits how many calls of a read run at once, also of slow ones; the others wait. */
export const limited = <Query, Result>(read: (query: Query) => Promise<Result>, concurrency: number) =>
  batched((queries: readonly Query[]) => Promise.all(queries.map(read)), { concurrency, batchSize: 1, mostSlow: 0 })
