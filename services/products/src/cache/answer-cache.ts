import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { PreparedAnswer } from '../domain/prepared-answer.ts'
import { leastRecentlyUsed } from './least-recently-used.ts'
import type { SharedCache } from './shared-cache.ts'

/** Prepared answers by what they answer, in this process and, behind it, in Redis. */
export type AnswerCache = {
  /** The answer that this process has, of whatever state of the catalogue. */
  recent(key: string): PreparedAnswer | undefined
  /**
   * An answer from the state of the catalogue that `revision` names, or a later one: kept, shared, or made. However many
   * ask at once, one makes it.
   */
  obtain(key: string, revision: string, make: () => Promise<PreparedAnswer>): Promise<PreparedAnswer>
  /** Forgets what this process keeps of other states of the catalogue. */
  keepOnly(revision: string): void
}

/** In this process, sizes in characters: a page of 20 products has some 20,000, and is kept once more when it was filled. */
const limits = { count: 1_000, size: 1_500_000 }

const answerSchema = z.object({
  revision: z.string(),
  variantIds: z.array(z.string()),
  fragments: z.array(z.string()),
}) satisfies z.ZodType<PreparedAnswer>

/** Answers that show nothing are made each time: anyone can think up endless questions that have them. */
const worthKeeping = ({ variantIds }: PreparedAnswer): boolean => variantIds.length > 0

/** Makes an empty one. */
export function createAnswerCache(shared: SharedCache | undefined): AnswerCache {
  const local = leastRecentlyUsed<PreparedAnswer>(limits)
  const inHand = new Map<string, Promise<PreparedAnswer>>()
  let current: string | undefined

  const keep = (key: string, answer: PreparedAnswer): PreparedAnswer => {
    if (worthKeeping(answer)) local.set(key, answer, sizeOf(answer))
    return answer
  }
  const findOrMake = async (key: string, revision: string, make: () => Promise<PreparedAnswer>) => {
    const name = nameOf(key, revision)
    const found = parsed(await shared?.find(name))
    if (found) return keep(key, found)
    try {
      const answer = keep(key, await make())
      if (worthKeeping(answer)) shared?.put(nameOf(key, answer.revision), JSON.stringify(answer))
      return answer
    } finally {
      shared?.giveUp(name)
    }
  }
  return {
    recent: key => local.get(key),
    obtain: (key, revision, make) => {
      const kept = local.get(key)
      if (kept?.revision === revision) return Promise.resolve(kept)
      const name = `${revision} ${key}`
      const running = inHand.get(name)
      if (running) return running
      const started = findOrMake(key, revision, make).finally(() => inHand.delete(name))
      inHand.set(name, started)
      return started
    },
    keepOnly: revision => {
      if (revision === current) return
      current = revision
      local.removeWhere(answer => answer.revision !== revision)
    },
  }
}

const sizeOf = ({ fragments, variantIds }: PreparedAnswer): number =>
  [...fragments, ...variantIds].reduce((size, text) => size + text.length, 0)

/** Name in Redis. The `1` goes up when the shape of what is kept changes, so that versions of the service do not meet. */
const nameOf = (key: string, revision: string): string =>
  `products:1:${revision}:${createHash('sha256').update(key).digest('base64url')}`

function parsed(text: string | undefined): PreparedAnswer | undefined {
  if (text === undefined) return undefined
  try {
    return answerSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
