import type { Pool, Upstream } from '@campstore/http/upstream/pool'
import { probe } from '@campstore/http/upstream/probe'
import type { RequestContext } from './request-context.ts'
import { answerJson, methodNotAllowed } from './responses.ts'
import type { Service } from './routing.ts'

/** `up` when one of its processes is ready, `absent` when it has none. */
export type ServiceState = 'up' | 'down' | 'absent'

/** The state of every service, at most a second old. */
export type Health = () => Promise<Record<Service, ServiceState>>

const freshness = 1_000

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
 * Asks the services how they are. Whoever asks within a second, or while an answer is under way, shares it: the
 * endpoint is open to all and must not multiply what it is asked.
 *
 * @param timeoutMs milliseconds in which a service has to say that it is ready
 * @param clock milliseconds that never go back
 */
export function createHealth(
  pools: Record<Service, Pool>,
  timeoutMs = 2_000,
  clock: () => number = () => performance.now(),
): Health {
  let last: { at: number; states: Promise<Record<Service, ServiceState>> } | undefined

  const ask = async (): Promise<Record<Service, ServiceState>> => {
    const [booking, products, checkout, me, admin] = await Promise.all([
      stateOf(pools.booking, timeoutMs),
      stateOf(pools.products, timeoutMs),
      stateOf(pools.checkout, timeoutMs),
      stateOf(pools.me, timeoutMs),
      stateOf(pools.admin, timeoutMs),
    ])
    return { booking, products, checkout, me, admin }
  }

  return () => {
    if (last === undefined || clock() - last.at > freshness) last = { at: clock(), states: ask() }
    return last.states
  }
}

/** Whether a path asks for the gateway's own state. */
export const isHealthPath = (path: string | undefined): boolean => path === '/health' || path === '/health/live'

/**
 * Answers `/health` with the state of every service, as a 503 when one that there is is down, and `/health/live` with no
 * more than that the gateway runs.
 *
 * @throws {ApiError} METHOD_NOT_ALLOWED
 */
export async function answerHealth(context: RequestContext, health: Health): Promise<void> {
  const { method } = context.request
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method ?? '', 'GET, HEAD')
  if (context.path === '/health/live') return answerJson(context, 200, { success: true, data: { status: 'live' } })
  const services = await health()
  if (!Object.values(services).includes('down')) return answerJson(context, 200, { success: true, data: { services } })
  const error = { code: 'SERVICE_UNAVAILABLE', message: 'Not every service is up.' }
  answerJson(context, 503, { success: false, error, data: { services } }, ['retry-after', '2'])
}
