import type { BookingPolicy } from '@campstore/contract/booking/schemas'
import { cacheLookups } from '@campstore/core/telemetry/shared-metrics'
import type { Queryable } from '@campstore/database/database'
import { LRUCache } from 'lru-cache'
import { policyNotFound } from './domain/not-found.ts'
import { bookableNights, type OfferedNights } from './domain/offered-nights.ts'
import { findPolicy } from './persistence/calendar.ts'
import { findOfferedNights } from './persistence/offered-nights.ts'

/** Greatest age of the results of search and calendar (docs/contract/booking.md#search). */
const maxAgeMs = 2_000
/** A date begins at a quarter of an hour in every time zone, so all requests of a quarter ask for the same nights. */
const quarterMs = 900_000

/** The data of a list, and how many elements the whole of it has. */
type Answer = { json: Buffer; total: number }

/** What can be booked, as everyone may see it. */
export type Offer = {
  policy: BookingPolicy
  nights: OfferedNights
  /**
   * A response about the offer, built once.
   *
   * @param key the same text for the same request
   */
  answer(key: string, build: () => { body: object; total: number }): Answer
}

/**
 * Creates a cache of what all campgrounds offer on every night that can be booked: at most one statement of each kind every two
 * seconds, for any number of searches. It holds nothing, so an old result costs a customer a refusal at most. The result reads the
 * offer of an instant; throws NOT_FOUND without a policy.
 */
export function createOfferCache(database: Queryable): (now: Date) => Promise<Offer> {
  const offers = new LRUCache<number, Offer, Date>({
    max: 2,
    ttl: maxAgeMs,
    ignoreFetchAbort: true,
    fetchMethod: async (_quarter, _outdated, { options, context: now }) => {
      const startedAt = performance.now()
      const policy = await findPolicy(database)
      if (!policy) throw policyNotFound()
      const nights = await findOfferedNights(database, bookableNights(policy, now), policy)
      // As old as the beginning of its read: LRUCache would count from the end. An entry with a time of 0 would never end.
      options.ttl = Math.max(1, maxAgeMs - (performance.now() - startedAt))
      return { policy, nights, answer: createAnswers() }
    },
  })
  return now => offers.forceFetch(Math.floor(now.getTime() / quarterMs), { context: now })
}

function createAnswers(): Offer['answer'] {
  const answers = new LRUCache<string, Answer>({
    maxSize: 4_000_000,
    // The key counts, because clients can invent long names of regions.
    sizeCalculation: ({ json }, key) => json.length + key.length,
  })
  return (key, build) => {
    const known = answers.get(key)
    cacheLookups.add({ cache: 'offer', result: known ? 'hit' : 'miss' })
    if (known) return known
    const { body, total } = build()
    const answer = { json: Buffer.from(JSON.stringify(body)), total }
    answers.set(key, answer)
    return answer
  }
}
