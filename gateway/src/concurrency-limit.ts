import type { Pool } from '@campstore/http/upstream/pool'

/** Counts the requests in progress of this process, in all and by service. */
export type ConcurrencyLimit = {
  /** Takes a slot for a request to a service; false where there is none left. */
  acquire(pool: Pool): boolean
  release(pool: Pool): void
}

/**
 * Limits the requests in progress. One service may have half of the slots, so that a slow one leaves room for the others.
 *
 * @param limit requests in progress of this process at most
 */
export function createConcurrencyLimit(limit: number): ConcurrencyLimit {
  const limitPerService = Math.ceil(limit / 2)
  const byService = new Map<Pool, number>()
  let inProgress = 0
  return {
    acquire(pool) {
      const ofService = byService.get(pool) ?? 0
      if (inProgress >= limit || ofService >= limitPerService) return false
      inProgress += 1
      byService.set(pool, ofService + 1)
      return true
    },
    release(pool) {
      inProgress -= 1
      byService.set(pool, (byService.get(pool) ?? 1) - 1)
    },
  }
}
