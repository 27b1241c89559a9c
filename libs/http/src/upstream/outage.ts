import type { Pool, Upstream } from './pool.ts'
import { probe } from './probe.ts'

/** A request that waits until a process of its service answers again. */
export type WaitingRequest = {
  /** @param reachable whether a process answers; false when the time is over */
  onOutageEnd(reachable: boolean): void
}

/** The time in which no process of a service is reachable, as while its only one is restarted. */
export type Outage = {
  /** Lets a request wait; false where the service has been unreachable for too long already. */
  wait(request: WaitingRequest): boolean
  /** The request waits no longer. */
  leave(request: WaitingRequest): void
  /** No request waits any longer; nothing is told to those that do. */
  stop(): void
}

/** Milliseconds between two looks whether a process answers. */
const probeEveryMs = 100

/**
 * Requests wait for at most `waitMs` from the moment at which the service became unreachable. So the restart of a single process
 * fails no request, and while a service is down for longer, each request is refused at once. One probe of each process serves
 * all requests that wait.
 *
 * @param waitMs 0 to let no request wait
 */
export function watchOutage(
  pool: Pool,
  waitMs: number,
  clock: () => number = () => performance.now(),
  probeUpstream: typeof probe = probe,
): Outage {
  const waiting = new Set<WaitingRequest>()
  const open = new Map<Upstream, () => void>()
  let timer: NodeJS.Timeout | undefined

  const stop = () => {
    clearTimeout(timer)
    timer = undefined
    for (const cancel of open.values()) cancel()
    open.clear()
    waiting.clear()
  }

  const end = (reachable: boolean) => {
    const requests = [...waiting]
    stop()
    for (const request of requests) request.onOutageEnd(reachable)
  }

  const probeOne = (upstream: Upstream) => {
    if (open.has(upstream)) return
    open.set(upstream, () => {})
    const cancel = probeUpstream(upstream, '/health/live', status => {
      if (!open.delete(upstream) || status === undefined) return
      pool.markHealthy(upstream)
      end(true)
    })
    if (open.has(upstream)) open.set(upstream, cancel)
  }

  const isOver = () => clock() - pool.unreachableSince() >= waitMs

  const look = () => {
    if (waiting.size === 0) return stop()
    if (isOver()) return end(false)
    timer = setTimeout(look, probeEveryMs)
    for (const upstream of pool.upstreams) probeOne(upstream)
  }

  return {
    wait(request) {
      if (isOver()) return false
      waiting.add(request)
      timer ??= setTimeout(look, probeEveryMs)
      return true
    },
    leave: request => void waiting.delete(request),
    stop,
  }
}
