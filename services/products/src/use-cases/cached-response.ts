import { type AnswerSource, createResponseCache, type ResponseCache } from '../cache/response-cache.ts'
import type { SharedCache } from '../cache/shared-cache.ts'
import type { Dependencies } from '../dependencies.ts'
import { fill, type ResponseTemplate } from '../domain/response-template.ts'
import { type LiveReader, liveReader } from '../persistence/live.ts'

/**
 * Answers from the cache what does not change with stock, and reads live what does.
 *
 * @param key what is asked, the same text for the same question
 * @param source reads and prepares the answer from the database, and recognises one that another process has prepared
 * @returns the bytes of the JSON of the body, or undefined where there is nothing to answer
 */
export type AnswerLive = (key: string, source: AnswerSource) => Promise<Buffer | undefined>

/** How often an answer is made anew because the catalogue changed meanwhile. */
const mostAttempts = 3

/**
 * Every request asks PostgreSQL once: for the free quantities and the state of the catalogue, both as of one moment after the
 * request came. An answer made from another state is made anew. So no time-to-live decides about anything: what was committed
 * before a request is in its answer. While the catalogue changes faster than answers are made, the last one is given: it was
 * made from the state of a moment after the request came.
 */
export function answerLive(
  { database: { pool }, log }: Pick<Dependencies, 'database' | 'log'>,
  shared: SharedCache | undefined,
): AnswerLive {
  const readLive = liveReader(pool)
  const cache = createResponseCache(shared, log)
  const filled = rememberingFill()
  return async (key, source) => {
    let answer = cache.recent(key) ?? (await firstAnswer(key, source, cache, readLive))
    for (let attempt = 1; ; attempt += 1) {
      const { revision, quantities } = await readLive(answer.variantIds)
      cache.keepOnly(revision)
      if (revision === answer.revision || attempt > mostAttempts) {
        return answer.fragments.length === 0 ? undefined : filled(answer, quantities)
      }
      answer = await cache.obtain(key, revision, source)
    }
  }
}

/** Fills an answer; while its quantities stay what they were, it is not put together and encoded again. */
function rememberingFill(): (answer: ResponseTemplate, quantities: readonly number[]) => Buffer {
  const last = new WeakMap<ResponseTemplate, { quantities: readonly number[]; json: Buffer }>()
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
  source: AnswerSource,
  cache: ResponseCache,
  readLive: LiveReader,
): Promise<ResponseTemplate> {
  const { revision } = await readLive([])
  cache.keepOnly(revision)
  return cache.obtain(key, revision, source)
}
