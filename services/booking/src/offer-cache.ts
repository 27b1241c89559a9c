import type { BookingPolicy } from '@campstore/contract/booking/schemas'
import { cacheLookups } from '@campstore/core/telemetry/shared-metrics'
import type { Queryable } from '@campstore/database/database'
import { LRUCache } from 'lru-cache'
import { bookableNights, type OfferedNights } from './domain/offered-nights.ts'
import { findOfferedNights } from './persistence/offered-nights.ts'
import { findPolicy } from './persistence/policy.ts'

/** Greatest age of the results of search and calendar (docs/contract/booking.md#search). */
const maxAgeMs = 2_000

/** Reads an entry of a cache that is as old as the beginning of its read: LRUCache would count from the end. */
async function agedFromStart<Value>(options: { ttl?: number }, read: () => Promise<Value>): Promise<Value> {
  const startedAt = performance.now()
  const value = await read()
  // An entry with a time of 0 would never end.
  options.ttl = Math.max(1, maxAgeMs - (performance.now() - startedAt))
  return value
}

/** The nights that can be booked now, and the policy that says which. */
type Offer = { policy: BookingPolicy; nights: OfferedNights }

/** The data of a list, and how many elements the whole of it has. */
type Answer = { json: Buffer; total: number }

/** What can be booked, as everyone may see it. */
export type OfferCache = {
  /** The offer; undefined without a policy. */
  read(now: Date): Promise<Offer | undefined>
  /**
   * A response about some nights, built once.
   *
   * @param key the same text for the same request
   */
  answer(nights: OfferedNights, key: string, build: () => { body: object; total: number }): Answer
}

/**
 * Creates a cache of what all campgrounds offer on every night that can be booked: at most one statement of each kind every two
 * seconds, for any number of searches. It holds nothing, so an old result costs a customer a refusal at most.
 */
export function createOfferCache(database: Queryable): OfferCache {
  const policies = new LRUCache<'policy', { policy: BookingPolicy | undefined }>({
    max: 1,
    ttl: maxAgeMs,
    fetchMethod: (_key, _outdated, { options }) =>
      agedFromStart(options, async () => ({ policy: await findPolicy(database) })),
  })
  const offered = new LRUCache<string, OfferedNights, Pick<OfferedNights, 'from' | 'days'>>({
    // The nights from today, and after midnight also the nights from yesterday.
    max: 2,
    ttl: maxAgeMs,
    fetchMethod: (_key, _outdated, { options, context }) =>
      agedFromStart(options, () => findOfferedNights(database, context)),
    ignoreFetchAbort: true,
  })
  const answers = new LRUCache<string, Answer>({
    maxSize: 4_000_000,
    // The key counts, because clients can invent long names of regions.
    sizeCalculation: ({ json }, key) => json.length + key.length,
  })
  let answered: OfferedNights | undefined
  return {
    read: async now => {
      const { policy } = await policies.forceFetch('policy')
      if (!policy) return undefined
      const range = bookableNights(policy, now)
      return { policy, nights: await offered.forceFetch(`${range.from} ${range.days}`, { context: range }) }
    },
    answer: (nights, key, build) => {
      if (answered !== nights) answers.clear()
      answered = nights
      const known = answers.get(key)
      cacheLookups.add({ cache: 'offer', result: known ? 'hit' : 'miss' })
      if (known) return known
      const { body, total } = build()
      const answer = { json: Buffer.from(JSON.stringify(body)), total }
      answers.set(key, answer)
      return answer
    },
  }
}
