import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'
import type { Service } from './routing.ts'
import type { Pool, Upstream } from './upstreams.ts'

/** `up` when one of its processes is ready, `absent` when it has none. */
export type ServiceState = 'up' | 'down' | 'absent'

/** The state of every service, at most a second old. */
export type Health = () => Promise<Record<Service, ServiceState>>

const patience = 2_000
const freshness = 1_000

/** Asks on a connection of its own, so that it also tells whether new connections are accepted. */
const isReady = ({ url }: Upstream): Promise<boolean> =>
  new Promise(resolve => {
    const get = url.protocol === 'https:' ? getHttps : getHttp
    const asked = get(
      new URL('/health/ready', url),
      { agent: false, signal: AbortSignal.timeout(patience) },
      answer => {
        answer.resume()
        resolve(answer.statusCode === 200)
      },
    )
    asked.on('error', () => resolve(false))
  })

const stateOf = async (pool: Pool): Promise<ServiceState> => {
  if (pool.upstreams.length === 0) return 'absent'
  const ready = await Promise.all(pool.upstreams.map(isReady))
  return ready.includes(true) ? 'up' : 'down'
}

/**
 * Asks the services how they are. Whoever asks within a second, or while an answer is under way, shares it: the
 * endpoint is open to all and must not multiply what it is asked.
 *
 * @param clock milliseconds that never go back
 */
export function createHealth(pools: Record<Service, Pool>, clock: () => number = () => performance.now()): Health {
  let last: { at: number; states: Promise<Record<Service, ServiceState>> } | undefined

  const ask = async (): Promise<Record<Service, ServiceState>> => {
    const [booking, products, checkout, me, admin] = await Promise.all([
      stateOf(pools.booking),
      stateOf(pools.products),
      stateOf(pools.checkout),
      stateOf(pools.me),
      stateOf(pools.admin),
    ])
    return { booking, products, checkout, me, admin }
  }

  return () => {
    if (last === undefined || clock() - last.at > freshness) last = { at: clock(), states: ask() }
    return last.states
  }
}
