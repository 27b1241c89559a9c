import { setTimeout as pause } from 'node:timers/promises'

/** Chooses a gateway for each request, as a load balancer in front of several does. */
export type Balancer = {
  /** One of the gateways that answered their last check; any of them where none did. */
  next(): string
  close(): Promise<void>
}

const checkEveryMs = 500
const checkTimeoutMs = 1_000

/** Checks every gateway twice a second. What is already on its way to one that stopped answering stays there. */
export function balance(gateways: readonly string[]): Balancer {
  const healthy = new Set(gateways)
  const closing = new AbortController()
  let turn = 0
  const watch = async (gateway: string) => {
    while (!closing.signal.aborted) {
      if (await isAlive(gateway)) healthy.add(gateway)
      else healthy.delete(gateway)
      await pause(checkEveryMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const watching = Promise.all(gateways.map(watch))
  return {
    next: () => {
      const candidates = healthy.size === 0 ? gateways : gateways.filter(gateway => healthy.has(gateway))
      turn += 1
      return candidates[turn % candidates.length] ?? ''
    },
    close: async () => {
      closing.abort()
      await watching
    },
  }
}

async function isAlive(gateway: string): Promise<boolean> {
  try {
    return (await fetch(`${gateway}/health/live`, { signal: AbortSignal.timeout(checkTimeoutMs) })).ok
  } catch {
    return false
  }
}
