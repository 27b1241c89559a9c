import type { Database } from '@campstore/database/database'
import { type AnswerCache, createAnswerCache } from '../cache/answer-cache.ts'
import type { SharedCache } from '../cache/shared-cache.ts'
import { fill, type PreparedAnswer } from '../domain/prepared-answer.ts'
import { type LiveReader, liveReader } from '../persistence/live.ts'

/**
 * Answers from the cache what does not change with stock, and reads live what does.
 *
 * @param key what is asked, the same text for the same question
 * @param make reads and prepares the answer from the database
 * @returns the bytes of the JSON of the body, or undefined where there is nothing to answer
 */
export type AnswerLive = (key: string, make: () => Promise<PreparedAnswer>) => Promise<Buffer | undefined>

/** How often an answer is made anew because the catalogue changed meanwhile. */
const mostAttempts = 3

/**
 * Every request asks PostgreSQL once: for the free quantities and the state of the catalogue, both as of one moment after the
 * request came. An answer made from another state is made anew. So no time-to-live decides about anything: what was committed
 * before a request is in its answer. While the catalogue changes faster than answers are made, the last one is given: it was
 * made from the state of a moment after the request came.
 */
export function answerLive({ pool }: Pick<Database, 'pool'>, shared: SharedCache | undefined): AnswerLive {
  const readLive = liveReader(pool)
  const cache = createAnswerCache(shared)
  const filled = rememberingFill()
  return async (key, make) => {
    let answer = cache.recent(key) ?? (await firstAnswer(key, make, cache, readLive))
    for (let attempt = 1; ; attempt += 1) {
      const { revision, quantities } = await readLive(answer.variantIds)
      cache.keepOnly(revision)
      if (revision === answer.revision || attempt > mostAttempts) {
        return answer.fragments.length === 0 ? undefined : filled(answer, quantities)
      }
      answer = await cache.obtain(key, revision, make)
    }
  }
}

/** Fills an answer; while its quantities stay what they were, it is not put together and encoded again. */
function rememberingFill(): (answer: PreparedAnswer, quantities: readonly number[]) => Buffer {
  const last = new WeakMap<PreparedAnswer, { quantities: readonly number[]; json: Buffer }>()
  return (answer, quantities) => {
    const before = last.get(answer)
    if (before?.quantities.every((quantity, place) => quantity === quantities[place])) return before.json
    const json = Buffer.from(fill(answer.fragments, quantities))
    last.set(answer, { quantities, json })
    return json
  }
}

async function firstAnswer(
  key: string,
  make: () => Promise<PreparedAnswer>,
  cache: AnswerCache,
  readLive: LiveReader,
): Promise<PreparedAnswer> {
  const { revision } = await readLive([])
  cache.keepOnly(revision)
  return cache.obtain(key, revision, make)
}
