import { backoffMs } from '@campstore/core/backoff'

/** A request that an upstream has not answered yet. */
export type PendingRequest = {
  sentAtTick: number
  index: number
  /**
   * The upstream is frozen, or its database does not serve it.
   *
   * @param silentThroughout whether nothing has come from the upstream for the whole time that it takes to judge that
   */
  onFrozen(silentThroughout: boolean): void
}

/** One process of a service. */
export type Upstream = {
  readonly url: URL
  /** The address that the host name of the URL has; undefined where each connection looks the name up. */
  readonly address: string | undefined
  /** When it may be tried again after a failure, in milliseconds of the pool's clock; 0 while nothing is wrong with it. */
  retryAt: number
  failures: number
  /** Its connections stand, but nothing comes back, not even to a health check. */
  frozen: boolean
  /** Its database does not serve it, as it says itself. */
  unserved: boolean
  /** Something came from it since the monitor last looked. */
  active: boolean
  /** Requests that it has not answered yet, in no order. */
  readonly pending: PendingRequest[]
}

/** The processes of one service, and which of them is next. */
export type Pool = {
  /** The configured base addresses. */
  readonly urls: readonly URL[]
  readonly upstreams: readonly Upstream[]
  /**
   * Replaces the processes at one of the URLs by one for each of its addresses; known ones keep their state. Returns the
   * processes that are gone.
   */
  setAddresses(url: URL, addresses: readonly string[]): Upstream[]
  /**
   * The next process that has not been tried: a healthy one where there is one, otherwise one in its cooldown, otherwise one that
   * its database does not serve, otherwise a frozen one; undefined when all were tried.
   *
   * @param first the number of the process to begin with, modulo their count; by default the one after the last that was used
   */
  next(tried: ReadonlySet<Upstream>, first?: number): Upstream | undefined
  /** It did not answer: it is not used during its cooldown. */
  markFailed(upstream: Upstream): void
  /** It answered. */
  markHealthy(upstream: Upstream): void
  /** Since when none of the processes answers, in milliseconds of the pool's clock; since now where that is new. */
  unreachableSince(): number
}

/** Adds a request to an upstream's unanswered ones. */
export function addPending({ pending }: Upstream, request: PendingRequest): void {
  request.index = pending.length
  pending.push(request)
}

/** Removes a request from an upstream's unanswered ones, in constant time. */
export function removePending({ pending }: Upstream, request: PendingRequest): void {
  const last = pending.pop()
  if (last === undefined || last === request) return
  last.index = request.index
  pending[request.index] = last
}

const cooldown = { firstMs: 250, longestMs: 5_000 }

/**
 * Round robin over the processes of a service. One that fails has a cooldown that doubles with each failure, then the next
 * request tries it again. When all are in their cooldown, the one whose cooldown ends first is tried: a pool never refuses by
 * itself.
 *
 * @param urls base addresses of the processes, without a path
 * @param clock milliseconds that never go back
 */
export function createPool(urls: readonly string[], clock: () => number = () => performance.now()): Pool {
  const places = urls.map(url => new URL(url)).map(url => ({ url, upstreams: [createUpstream(url)] }))
  let upstreams = places.flatMap(place => place.upstreams)
  let turn = 0
  let unreachableSince: number | undefined
  return {
    urls: places.map(({ url }) => url),
    get upstreams() {
      return upstreams
    },
    setAddresses(url, addresses) {
      const place = places.find(one => one.url === url)
      if (place === undefined) return []
      const known = place.upstreams
      place.upstreams = [...new Set(addresses)]
        .toSorted()
        .map(address => known.find(upstream => upstream.address === address) ?? createUpstream(url, address))
      upstreams = places.flatMap(one => one.upstreams)
      return known.filter(upstream => !place.upstreams.includes(upstream))
    },
    next(tried, first = turn) {
      let cooling: Upstream | undefined
      let unserved: Upstream | undefined
      let frozen: Upstream | undefined
      const now = clock()
      for (let step = 0; step < upstreams.length; step += 1) {
        const candidate = upstreams[(first + step) % upstreams.length]
        if (candidate === undefined || tried.has(candidate)) continue
        if (candidate.frozen) {
          frozen ??= candidate
        } else if (candidate.unserved) {
          unserved ??= candidate
        } else if (candidate.retryAt <= now) {
          if (first === turn) turn = (turn + step + 1) % upstreams.length
          return candidate
        } else if (cooling === undefined || candidate.retryAt < cooling.retryAt) cooling = candidate
      }
      const last = unserved ?? frozen
      if (cooling !== undefined || last === undefined) return cooling
      turn = (upstreams.indexOf(last) + 1) % upstreams.length
      return last
    },
    markFailed(upstream) {
      const now = clock()
      // Requests that fail together are one failure.
      if (upstream.retryAt > now) return
      upstream.failures += 1
      upstream.retryAt = now + backoffMs(upstream.failures, cooldown)
    },
    markHealthy(upstream) {
      upstream.failures = 0
      upstream.retryAt = 0
      unreachableSince = undefined
    },
    unreachableSince() {
      unreachableSince ??= clock()
      return unreachableSince
    },
  }
}

const createUpstream = (url: URL, address?: string): Upstream => ({
  url,
  address,
  retryAt: 0,
  failures: 0,
  frozen: false,
  unserved: false,
  active: false,
  pending: [],
})
