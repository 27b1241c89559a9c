import { activeSpan, runInSpan, type Span } from '@campstore/core/telemetry/spans'

type Waiting<Query, Result> = {
  query: Query
  /** The span of the work that asks, if it is recorded. */
  span: Span | undefined
  resolve(result: Result): void
  reject(reason: unknown): void
}

/**
 * Runs concurrent queries as one: queries that arrive while others run wait for them, and then run together. An idle database
 * runs each query separately; a busy one runs many in one round trip. Every query runs after it was made, so its result is as
 * fresh as if it had run alone.
 *
 * @param run reads, and returns the results in the order of the queries; may be repeated
 * @param limits.concurrency how many calls of `run` may be in progress, not counting slow ones
 * @param limits.batchSize most queries of one `run`
 * @param limits.mostSlow the largest number of slow calls of `run` at a time, in addition to `concurrency`
 */
export function batched<Query, Result>(
  run: (queries: readonly Query[]) => Promise<readonly Result[]>,
  { concurrency, batchSize, mostSlow = usualSlow }: { concurrency: number; batchSize: number; mostSlow?: number },
): (query: Query) => Promise<Result> {
  const waiting: Waiting<Query, Result>[] = []
  let running = 0
  let slow = 0

  const begin = () => {
    running += 1
    // After the present turn of the event loop, so that all requests it has read run together.
    setImmediate(work)
  }
  const work = async () => {
    while (waiting.length > 0) {
      let hasPlace = true
      const giveUpPlace = () => {
        if (slow === mostSlow) return
        hasPlace = false
        slow += 1
        running -= 1
        if (waiting.length > 0) begin()
      }
      const timer = setTimeout(giveUpPlace, slowMs)
      await settle(waiting.splice(0, batchSize), run)
      clearTimeout(timer)
      if (hasPlace) continue
      slow -= 1
      return
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

/** The queries of a batch run again if it fails within this many milliseconds. A later failure has used up the time of its requests. */
const soonMs = 1_000

/**
 * Runs a batch in the trace span of one caller, and resolves or rejects every query; never throws. Of several that fail together,
 * one may be the reason, or its connection was lost: each is run once more, alone.
 */
async function settle<Query, Result>(
  batch: readonly Waiting<Query, Result>[],
  run: (queries: readonly Query[]) => Promise<readonly Result[]>,
): Promise<void> {
  const began = performance.now()
  try {
    const span = batch.find(waiting => waiting.span)?.span
    const results = await runInSpan(span, () => run(batch.map(({ query }) => query)))
    for (const [index, { resolve, reject }] of batch.entries()) {
      const result = results[index]
      if (result === undefined) reject(new Error('A query of the batch has no result'))
      else resolve(result)
    }
  } catch (error) {
    if (batch.length > 1 && performance.now() - began < soonMs)
      return void (await Promise.all(batch.map(waiting => settle([waiting], run))))
    for (const { reject } of batch) reject(error)
  }
}

/** Limits how many calls of a read run at once, also of slow ones; the others wait. */
export const limited = <Query, Result>(read: (query: Query) => Promise<Result>, concurrency: number) =>
  batched((queries: readonly Query[]) => Promise.all(queries.map(read)), { concurrency, batchSize: 1, mostSlow: 0 })
