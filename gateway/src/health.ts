import { version } from '@campstore/core/version'
import { methodNotAllowed } from '@campstore/http/refusals'
import type { Pool, Upstream } from '@campstore/upstream/pool'
import { probe } from '@campstore/upstream/probe'
import type { RequestContext } from './request-context.ts'
import { sendJson } from './responses.ts'
import { type Service, services } from './routing.ts'

/** `up` when one of its processes is ready, `absent` when none is configured. */
type ServiceState = 'up' | 'down' | 'absent'

/** The state of every service, at most a second old. */
export type Health = () => Promise<Record<Service, ServiceState>>

const maxAgeMs = 1_000

const isReady = (upstream: Upstream, timeoutMs: number): Promise<boolean> =>
  new Promise(resolve => {
    const cancel = probe(upstream, '/health/ready', status => {
      clearTimeout(timer)
      resolve(status === 200)
    })
    const timer = setTimeout(cancel, timeoutMs)
  })

const stateOf = async (pool: Pool, timeoutMs: number): Promise<ServiceState> => {
  if (pool.upstreams.length === 0) return 'absent'
  const ready = await Promise.all(pool.upstreams.map(upstream => isReady(upstream, timeoutMs)))
  return ready.includes(true) ? 'up' : 'down'
}

/**
 * Creates the check of whether the services are ready. Callers within a second, or during a check, share one result: the
 * endpoint is public and must not multiply requests to the services.
 *
 * @param timeoutMs milliseconds in which a service has to answer, which asks its servers for 2 s
 * @param clock milliseconds that never go back
 */
export function createHealth(
  pools: Record<Service, Pool>,
  timeoutMs = 2_500,
  clock: () => number = () => performance.now(),
): Health {
  let latest: { at: number; states: Promise<Record<Service, ServiceState>> } | undefined

  const checkAll = async (): Promise<Record<Service, ServiceState>> => {
    const states = services.map(async service => [service, await stateOf(pools[service], timeoutMs)] as const)
    // Object.fromEntries forgets the keys.
    return Object.fromEntries(await Promise.all(states)) as Record<Service, ServiceState>
  }

  return () => {
    if (latest === undefined || clock() - latest.at > maxAgeMs) latest = { at: clock(), states: checkAll() }
    return latest.states
  }
}

/**
 * Responds to `/health` with the version and the state of every service, as a 503 when a deployed one is down, and to `/health/live` with no
 * more than that the gateway runs. Throws METHOD_NOT_ALLOWED.
 */
export async function sendHealth(context: RequestContext, health: Health): Promise<void> {
  const { method } = context.request
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method ?? '', ['GET', 'HEAD'])
  if (context.path === '/health/live') return sendJson(context, 200, { success: true, data: { status: 'live' } })
  const states = await health()
  const data = { version, services: states }
  if (!Object.values(states).includes('down')) return sendJson(context, 200, { success: true, data })
  const error = { code: 'SERVICE_UNAVAILABLE', message: 'Not every service is up.' }
  sendJson(context, 503, { success: false, error, data }, ['retry-after', '2'])
}
