/** A request that an upstream has in hand. */
export type InHand = {
  /** The watch's tick in which it was sent. */
  readonly since: number
  /** Its place among what the upstream has in hand. */
  place: number
  /**
   * The upstream is frozen.
   *
   * @param long whether it has been silent to this request for as long as that takes to judge
   */
  onFrozen(long: boolean): void
}

/** One process of a service. */
export type Upstream = {
  readonly url: URL
  /** When it may be tried again, in milliseconds of the pool's clock; 0 while nothing is wrong with it. */
  restsUntil: number
  /** Failures in a row. */
  failures: number
  /** Its connections stand, but nothing comes back, not even to a health check. */
  frozen: boolean
  /** Something came from it since the watch last looked. */
  heard: boolean
  /** What it has in hand, in no order. */
  readonly inHand: InHand[]
}

/** The processes of one service, and which of them is next. */
export type Pool = {
  readonly upstreams: readonly Upstream[]
  /** Requests that its processes have in hand or that wait for a connection to one. */
  inHand: number
  /**
   * The next process that has not been tried: a healthy one where there is one, otherwise one that rests, otherwise a frozen
   * one; nothing when all were tried.
   */
  next(tried: ReadonlySet<Upstream>): Upstream | undefined
  /** It did not answer: leave it alone for a moment. */
  failed(upstream: Upstream): void
  /** It answered. */
  answered(upstream: Upstream): void
}

/** Takes a request in hand. */
export function takeInHand({ inHand }: Upstream, request: InHand): void {
  request.place = inHand.length
  inHand.push(request)
}

/** Lets go of a request that was in hand. */
export function letGo({ inHand }: Upstream, request: InHand): void {
  const last = inHand.pop()
  if (last === undefined || last === request) return
  last.place = request.place
  inHand[request.place] = last
}

const firstRest = 250
const longestRest = 5_000

/**
 * Round robin over the processes of a service. One that fails rests for a moment that doubles with each failure, then
 * the next request tries it again. When all rest, the one whose rest ends first is tried: a pool never refuses by itself.
 *
 * @param clock milliseconds that never go back
 */
export function createPool(urls: readonly string[], clock: () => number = () => performance.now()): Pool {
  const upstreams: readonly Upstream[] = urls.map(url => ({
    url: new URL(url),
    restsUntil: 0,
    failures: 0,
    frozen: false,
    heard: false,
    inHand: [],
  }))
  let turn = 0
  return {
    upstreams,
    inHand: 0,
    next(tried) {
      let resting: Upstream | undefined
      let frozen: Upstream | undefined
      const now = clock()
      for (let step = 0; step < upstreams.length; step += 1) {
        const candidate = upstreams[(turn + step) % upstreams.length]
        if (candidate === undefined || tried.has(candidate)) continue
        if (candidate.frozen) {
          frozen ??= candidate
        } else if (candidate.restsUntil <= now) {
          turn = (turn + step + 1) % upstreams.length
          return candidate
        } else if (resting === undefined || candidate.restsUntil < resting.restsUntil) resting = candidate
      }
      if (resting !== undefined || frozen === undefined) return resting
      turn = (upstreams.indexOf(frozen) + 1) % upstreams.length
      return frozen
    },
    failed(upstream) {
      const now = clock()
      // Requests that fail together are one failure.
      if (upstream.restsUntil > now) return
      upstream.restsUntil = now + Math.min(longestRest, firstRest * 2 ** upstream.failures)
      upstream.failures += 1
    },
    answered(upstream) {
      upstream.failures = 0
      upstream.restsUntil = 0
    },
  }
}
