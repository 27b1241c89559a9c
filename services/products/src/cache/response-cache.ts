import { createHash } from 'node:crypto'
import type { Logger } from '@campstore/core/telemetry/log'
import { z } from 'zod'
import type { ResponseTemplate } from '../domain/response-template.ts'
import { createLruCache } from './lru-cache.ts'
import type { SharedCache } from './shared-cache.ts'

/** How an answer is made, and how one that another process has made is told from anything else. */
export type AnswerSource = { make(): Promise<ResponseTemplate>; isSound(answer: ResponseTemplate): boolean }

/** Prepared answers by what they answer, in this process and, behind it, in Redis. */
export type ResponseCache = {
  /** The answer that this process has, of whatever state of the catalogue. */
  recent(key: string): ResponseTemplate | undefined
  /**
   * An answer from the state of the catalogue that `revision` names, or a later one: kept, shared, or made. However many
   * ask at once, one makes it.
   */
  obtain(key: string, revision: string, source: AnswerSource): Promise<ResponseTemplate>
  /** Forgets what this process keeps of other states of the catalogue. */
  keepOnly(revision: string): void
}

/** In this process, sizes in characters: a page of 20 products has some 20,000, and is kept once more when it was filled. */
const limits = { count: 1_000, size: 1_500_000 }

/** An answer in Redis, with what it answers. */
const sharedSchema = z.object({
  key: z.string(),
  answer: z.object({
    revision: z.string(),
    variantIds: z.array(z.string()),
    fragments: z.array(z.string()),
  }) satisfies z.ZodType<ResponseTemplate>,
})

/** Answers that show nothing are made each time: anyone can think up endless questions that have them. */
const worthKeeping = ({ variantIds }: ResponseTemplate): boolean => variantIds.length > 0

/** Makes an empty one. */
export function createResponseCache(shared: SharedCache | undefined, log?: Pick<Logger, 'warn'>): ResponseCache {
  const local = createLruCache<ResponseTemplate>(limits)
  const inHand = new Map<string, Promise<ResponseTemplate>>()
  let current: string | undefined
  let distrusted = false

  const keep = (key: string, answer: ResponseTemplate): ResponseTemplate => {
    if (worthKeeping(answer)) local.set(key, answer, sizeOf(answer))
    return answer
  }
  /** What Redis has; anyone who can write there can write anything, so it is looked at before it is believed. */
  const findShared = async (name: string, key: string, revision: string, { isSound }: AnswerSource) => {
    const text = await shared?.find(name)
    if (text === undefined) return undefined
    const found = parsed(text)
    if (found?.key === key && found.answer.revision === revision && isSound(found.answer)) return found.answer
    if (!distrusted) log?.warn({ name }, 'redis has an entry that is no answer of ours, it is made anew')
    distrusted = true
    return undefined
  }
  const findOrMake = async (key: string, revision: string, source: AnswerSource) => {
    const name = nameOf(key, revision)
    const found = await findShared(name, key, revision, source)
    if (found) return keep(key, found)
    try {
      const answer = keep(key, await source.make())
      if (worthKeeping(answer)) shared?.put(nameOf(key, answer.revision), JSON.stringify({ key, answer }))
      return answer
    } finally {
      shared?.giveUp(name)
    }
  }
  return {
    recent: key => local.get(key),
    obtain: (key, revision, source) => {
      const kept = local.get(key)
      if (kept?.revision === revision) return Promise.resolve(kept)
      const name = `${revision} ${key}`
      const running = inHand.get(name)
      if (running) return running
      const started = findOrMake(key, revision, source).finally(() => inHand.delete(name))
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

const sizeOf = ({ fragments, variantIds }: ResponseTemplate): number =>
  [...fragments, ...variantIds].reduce((size, text) => size + text.length, 0)

/** Name in Redis. The `2` goes up when the shape of what is kept changes, so that versions of the service do not meet. */
const nameOf = (key: string, revision: string): string =>
  `products:2:${revision}:${createHash('sha256').update(key).digest('base64url')}`

function parsed(text: string): z.output<typeof sharedSchema> | undefined {
  try {
    return sharedSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
