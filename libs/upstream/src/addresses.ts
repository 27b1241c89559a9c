import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopback } from '@campstore/core/loopback'
import type { Pool, Upstream } from './pool.ts'

/** Finds the addresses of a host name. Rejects when it has none, or they cannot be found now. */
type Resolve = (hostName: string) => Promise<readonly string[]>

const intervalMs = 1_000

/** IPv4 where the name has both: a process may listen on one kind only, and one with two addresses is still one process. */
const resolveWithSystem: Resolve = async hostName => {
  const found = await lookup(hostName, { all: true })
  const family = found.some(one => one.family === 4) ? 4 : 6
  return found.filter(one => one.family === family).map(({ address }) => address)
}

/**
 * Follows the addresses of the host names in the URLs of pools: each address is a separate process, so that requests go to all
 * containers of a service, and to another one when one ends. A name is looked up each second. While that fails, the known
 * addresses stay; until it has succeeded once, the name itself is one process, and each connection looks it up.
 *
 * @param onRemoved called with a process whose address is gone
 */
export function followAddresses(
  pools: readonly Pool[],
  onRemoved: (upstream: Upstream) => void,
  resolve: Resolve = resolveWithSystem,
): () => void {
  const follow = (pool: Pool, url: URL) => {
    let resolving = false
    const refresh = async () => {
      if (resolving) return
      resolving = true
      const addresses = await resolve(url.hostname).catch(() => [])
      resolving = false
      if (addresses.length > 0) for (const upstream of pool.setAddresses(url, addresses)) onRemoved(upstream)
    }
    void refresh()
    return setInterval(() => void refresh(), intervalMs).unref()
  }
  const timers = pools.flatMap(pool => pool.urls.filter(hasHostName).map(url => follow(pool, url)))
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}

const hasHostName = ({ hostname }: URL): boolean =>
  isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && !isLoopback(hostname)

/** Options of a connection to an upstream: to its known address, although the URL has a name. */
export function connectionOptions({ address }: Pick<Upstream, 'address'>): { lookup?: LookupFunction } {
  if (address === undefined) return {}
  const family = isIP(address)
  return {
    lookup: (_hostName, options, callback) => {
      if (options.all) callback(null, [{ address, family }])
      else callback(null, address, family)
    },
  }
}
