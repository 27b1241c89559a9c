import type { Upstream } from './pool.ts'
import { probe } from './probe.ts'

/** Watches upstreams, so that a frozen one is noticed before a request has waited for it for long. */
export type Watch = {
  /** The number of the present tick. */
  readonly tick: number
  /** Looks at every upstream once; the watch does so by itself every {@link tickMs}. */
  advance(): void
  stop(): void
}

/** Asks an upstream whether it lives; `done` is called once, unless it is cancelled. Returns how to cancel it. */
type ProbeLiveness = (upstream: Upstream, done: (answered: boolean) => void) => () => void

/** Milliseconds between two looks. */
const tickMs = 250

/** Ticks after which an upstream that was silent is probed, though it has no pending request. */
const idleTicks = 4

/** Ticks after which an unanswered probe is repeated: its connection may be the only thing that is dead. */
const repeatProbeTicks = 20

/** Whatever is answered, the process lives; what it can do is for its readiness to say. */
const probeLiveness: ProbeLiveness = (upstream, done) =>
  probe(upstream, '/health/live', status => done(status !== undefined))

/**
 * Watches upstreams. A process is frozen when it has been probed for `silenceMs` and nothing at all came from it: no response
 * to the probe, none to any request. So one that is busy or short of processor time, but still answers something, is never
 * taken for frozen. The time is counted in ticks that this process itself went through, so that its own standstill is not
 * blamed on the upstreams. One that refuses the connection is not frozen; the request that meets it goes to the next.
 *
 * The probe of a frozen upstream stays open, and its first sign of life ends the state. Until then each tick reports the state
 * to its pending requests. An upstream that is gone is watched until it has no pending request.
 *
 * @param list the present upstreams
 * @param silenceMs 0 to watch nothing
 */
export function watchUpstreams(
  list: () => readonly Upstream[],
  silenceMs: number,
  probeUpstream: ProbeLiveness = probeLiveness,
): Watch {
  const limit = Math.max(1, Math.round(silenceMs / tickMs))
  let tick = 0
  const monitors = new Map<Upstream, ReturnType<typeof createMonitor>>()
  const follow = (upstreams: readonly Upstream[]) => {
    for (const upstream of upstreams)
      if (!monitors.has(upstream)) monitors.set(upstream, createMonitor(upstream, limit, probeUpstream))
    for (const [upstream, monitor] of monitors) {
      if (upstream.pending.length > 0 || upstreams.includes(upstream)) continue
      monitor.stop()
      monitors.delete(upstream)
    }
  }
  const advance = () => {
    tick += 1
    follow(list())
    for (const monitor of monitors.values()) monitor.check(tick)
  }
  const timer = silenceMs === 0 ? undefined : setInterval(advance, tickMs).unref()
  return {
    get tick() {
      return tick
    },
    advance,
    stop() {
      clearInterval(timer)
      for (const monitor of monitors.values()) monitor.stop()
    },
  }
}

/** Follows one upstream from tick to tick. */
function createMonitor(upstream: Upstream, limit: number, probeUpstream: ProbeLiveness) {
  let open: { cancel(): void; since: number } | undefined
  let lastActiveTick = 0
  let silentTicks = 0

  const startProbe = (tick: number) => {
    lastActiveTick = tick
    let settled = false
    const cancel = probeUpstream(upstream, answered => {
      if (settled) return
      settled = true
      open = undefined
      silentTicks = 0
      upstream.frozen = false
      if (answered) upstream.active = true
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

  const check = (tick: number): void => {
    if (upstream.active) {
      upstream.active = false
      upstream.frozen = false
      silentTicks = 0
      lastActiveTick = tick
      return
    }
    if (open === undefined) {
      if (upstream.pending.length > 0 || tick - lastActiveTick >= idleTicks) startProbe(tick)
      return
    }
    silentTicks += 1
    if (tick - open.since >= repeatProbeTicks) {
      open.cancel()
      startProbe(tick)
    }
    if (silentTicks < limit) return
    upstream.frozen = true
    for (const request of upstream.pending.slice()) request.onFrozen(tick - request.sentAtTick >= limit)
  }

  return { check, stop: () => open?.cancel() }
}
