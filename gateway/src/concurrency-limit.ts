import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { createCounts } from '@campstore/http/counts'
import { tooBusy } from '@campstore/http/refusals'
import type { Pool } from '@campstore/upstream/pool'

/** Counts the requests in progress of this process: in all, by service and by client. */
export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>

const tooManyAtOnce = () => new ApiError('RATE_LIMITED', text('limit.atOnce'), { headers: { 'retry-after': '1' } })

/**
 * Limits the requests in progress. One service may have half of the slots, so that a slow one leaves room for the others.
 *
 * @param limit requests in progress of this process at most
 * @param limitPerClient of one client at most; 0 for no limit
 */
export function createConcurrencyLimit(limit: number, limitPerClient: number) {
  const limitPerService = Math.ceil(limit / 2)
  const byService = createCounts<Pool>()
  const byClient = createCounts<string>()
  let inProgress = 0
  return {
    /**
     * Takes a slot for a client's request to a service; returns what gives it back, once. Throws SERVICE_UNAVAILABLE where
     * there is none left, RATE_LIMITED where this client has too many.
     */
    acquire(pool: Pool, client: string): () => void {
      if (inProgress >= limit || byService.of(pool) >= limitPerService) throw tooBusy()
      if (limitPerClient > 0 && byClient.of(client) >= limitPerClient) throw tooManyAtOnce()
      inProgress += 1
      byService.add(pool, 1)
      byClient.add(client, 1)
      return () => {
        inProgress -= 1
        byService.add(pool, -1)
        byClient.add(client, -1)
      }
    },
  }
}
