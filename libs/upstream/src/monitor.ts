import type { Pool, Upstream } from './pool.ts'
import { probe } from './probe.ts'

/** A request that waits until a process of its service answers again. */
export type WaitingRequest = {
  /** @param reachable whether a process answers; false when the time is over */
  onOutageEnd(reachable: boolean): void
}

/** Watches the processes of services: which of them are frozen, and when one answers again after an outage of its service. */
export type Monitor = {
  readonly tick: number
  /** Lets a request wait for a process of the service; false where the service has been unreachable for too long already. */
  wait(pool: Pool, request: WaitingRequest): boolean
  leave(pool: Pool, request: WaitingRequest): void
  /** Stops; requests still waiting are dropped without a callback, and no further one may wait. */
  stop(): void
}

const tickMs = 100

/** Ticks after which a process is probed again, also while it answers requests: whether its database serves it is news. */
const regularTicks = 10

/**
 * A slow process is not a dead one: one that is silent is frozen after this many times as long as processes have lately taken to answer
 * a probe, where that is more than usual. A frozen one is still found, after this many times as long as usual at most.
 */
const slowness = 4
/** Ticks that the slowest answer loses with each tick. */
const forgetting = 0.02

/** Ticks after which an unanswered probe is repeated: its connection may be the only thing that is dead. */
const repeatProbeTicks = 50

/**
 * Monitors the processes of services by probes of `/health/live`, one at a time for each process.
 *
 * A process is **frozen** when it has been probed for `silenceMs` and nothing at all came from it: no response to the probe, none
 * to any request. So one that is busy or short of processor time, but still answers something, is never taken for frozen. On a machine
 * on which every process takes long, it is frozen later ({@link slowness}). The
 * time is counted in ticks that this process itself went through, so that its own standstill is not blamed on others. One that
 * refuses the connection is not frozen; the request that meets it goes to the next. The probe of a frozen process stays open, and
 * its first sign of life ends the state. Until then each tick reports the state to its pending requests.
 *
 * A process that answers the probe says whether its database serves it, and each tick reports to its pending requests that it does
 * not. It keeps requests that may have begun, which end by their own timeouts.
 *
 * Requests wait through an **outage** for at most `waitMs` from the moment at which their service became unreachable. So the
 * restart of a single process fails no request, and while a service is down for longer, each request is refused at once.
 *
 * @param options.silenceMs 0 to take no process for frozen
 * @param options.waitMs 0 to let no request wait
 * @param clock milliseconds that never go back, as the clock of the pools
 */
export function monitorUpstreams(
  pools: readonly Pool[],
  { silenceMs, waitMs }: { silenceMs: number; waitMs: number },
  clock: () => number = () => performance.now(),
  probeUpstream: typeof probe = probe,
): Monitor {
  const silence = createSilenceLimit(silenceMs)
  const waiting = new Map(pools.map(pool => [pool, new Set<WaitingRequest>()]))
  const watches = new Map<Upstream, Watch>()
  let tick = 0

  const waitingFor = (pool: Pool) => waiting.get(pool) ?? new Set()
  const isOver = (pool: Pool) => clock() - pool.unreachableSince() >= waitMs

  const endOutage = (pool: Pool, reachable: boolean) => {
    const requests = [...waitingFor(pool)]
    waitingFor(pool).clear()
    for (const request of requests) request.onOutageEnd(reachable)
  }

  const follow = (pool: Pool, upstream: Upstream): Watch => {
    const onAnswer = () => {
      if (waitingFor(pool).size === 0) return
      pool.markHealthy(upstream)
      endOutage(pool, true)
    }
    return { pool, ...watchUpstream(upstream, silence, probeUpstream, onAnswer) }
  }

  const look = () => {
    tick += 1
    silence.forget()
    for (const [pool, requests] of waiting) if (requests.size > 0 && isOver(pool)) endOutage(pool, false)
    for (const pool of pools)
      for (const upstream of pool.upstreams) if (!watches.has(upstream)) watches.set(upstream, follow(pool, upstream))
    for (const [upstream, { pool, check, stop }] of watches) {
      if (upstream.pending.length > 0 || pool.upstreams.includes(upstream)) {
        check(tick, waitingFor(pool).size > 0)
      } else {
        stop()
        watches.delete(upstream)
      }
    }
  }
  let timer: NodeJS.Timeout | undefined = setInterval(look, tickMs).unref()

  return {
    get tick() {
      return tick
    },
    wait(pool, request) {
      if (timer === undefined || isOver(pool)) return false
      const requests = waitingFor(pool)
      // A probe from before the outage may wait for a process that is gone.
      if (requests.size === 0) for (const upstream of pool.upstreams) watches.get(upstream)?.stop()
      requests.add(request)
      return true
    },
    leave: (pool, request) => void waitingFor(pool).delete(request),
    stop() {
      clearInterval(timer)
      timer = undefined
      for (const { stop } of watches.values()) stop()
    },
  }
}

type Watch = {
  pool: Pool
  /** @param isAwaited whether requests wait for a sign of life */
  check(tick: number, isAwaited: boolean): void
  /** Cancels the open probe. */
  stop(): void
}

type SilenceLimit = ReturnType<typeof createSilenceLimit>

/** How many ticks a process may be silent: more of them where answers were slow of late. */
function createSilenceLimit(silenceMs: number) {
  const silentTicks = silenceMs === 0 ? Number.POSITIVE_INFINITY : Math.max(1, Math.round(silenceMs / tickMs))
  /** Ticks of the slowest answer of late; it is forgotten bit by bit. */
  let slowest = 0
  return {
    /** Silent ticks after which a process is frozen; infinite for never. */
    limit: () => Math.max(silentTicks, slowness * Math.min(slowest, silentTicks)),
    /** @param ticks silent ticks before an answer of a process that was not frozen */
    noteAnswer(ticks: number) {
      slowest = Math.max(slowest, ticks)
    },
    /** Called at each tick. */
    forget() {
      slowest = Math.max(0, slowest - forgetting)
    },
  }
}

/**
 * @param onAnswer called when a probe was answered
 */
function watchUpstream(
  upstream: Upstream,
  { limit, noteAnswer }: SilenceLimit,
  probeUpstream: typeof probe,
  onAnswer: () => void,
): Omit<Watch, 'pool'> {
  let open: { cancel(): void; since: number } | undefined
  let lastProbeTick = 0
  let silentTicks = 0
  const stop = () => {
    open?.cancel()
    open = undefined
  }
  const startProbe = (tick: number) => {
    lastProbeTick = tick
    let settled = false
    const cancel = probeUpstream(upstream, '/health/live', (status, isServed) => {
      if (settled) return
      settled = true
      open = undefined
      if (!upstream.frozen) noteAnswer(silentTicks)
      silentTicks = 0
      upstream.frozen = false
      upstream.unserved = isServed === false
      if (status === undefined) return
      // Any answer shows that the process lives; readiness says whether it can work.
      upstream.active = true
      onAnswer()
    })
    if (settled) return
    open = {
      since: tick,
      cancel() {
        settled = true
        cancel()
      },
    }
  }

  const report = (silentSince: (sentAtTick: number) => boolean) => {
    for (const request of upstream.pending.slice()) request.onFrozen(silentSince(request.sentAtTick))
  }

  const check = (tick: number, isAwaited: boolean): void => {
    const wasActive = upstream.active
    if (wasActive) {
      upstream.active = false
      upstream.frozen = false
      silentTicks = 0
    }
    if (upstream.unserved) report(() => false)
    if (open === undefined) {
      const isQuiet = !wasActive && upstream.pending.length > 0
      if (isAwaited || isQuiet || tick - lastProbeTick >= regularTicks) startProbe(tick)
      return
    }
    if (wasActive) return
    silentTicks += 1
    if (!isAwaited && tick - open.since >= repeatProbeTicks) {
      stop()
      startProbe(tick)
    }
    if (silentTicks < limit()) return
    upstream.frozen = true
    // Requests that would fail have twice the time: new ones already go to the other processes.
    report(sentAtTick => Math.min(silentTicks, tick - sentAtTick) >= 2 * limit())
  }

  return { check, stop }
}
