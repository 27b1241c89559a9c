import { setTimeout as delay } from 'node:timers/promises'
import { isReady } from '@campstore/testing/send'

/** Chooses a gateway for each request, as a load balancer does. */
export type Balancer = ReturnType<typeof startBalancer>

const checkIntervalMs = 500
const checkTimeoutMs = 1_000

/** Checks every gateway twice a second. A request that was sent to one that stopped responding stays there. */
export function startBalancer(gateways: readonly string[]) {
  const healthy = new Set(gateways)
  const leaving = new Set<string>()
  const closing = new AbortController()
  let turn = 0
  const watch = async (gateway: string) => {
    while (!closing.signal.aborted) {
      if (await isReady(gateway, '/health/live', checkTimeoutMs)) healthy.add(gateway)
      else healthy.delete(gateway)
      await delay(checkIntervalMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const watching = Promise.all(gateways.map(watch))
  return {
    /** One of the gateways whose last health check succeeded and that are not replaced; any of them if there is none. */
    next: (): string => {
      const able = gateways.filter(gateway => healthy.has(gateway) && !leaving.has(gateway))
      const candidates = able.length === 0 ? gateways : able
      turn += 1
      return candidates[turn % candidates.length] ?? ''
    },
    /** Sends no request to a gateway while it is replaced. */
    without: async (gateway: string, replace: () => Promise<void>): Promise<void> => {
      leaving.add(gateway)
      await replace()
      leaving.delete(gateway)
    },
    close: async (): Promise<void> => {
      closing.abort()
      await watching
    },
  }
}
