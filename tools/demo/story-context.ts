import { setTimeout as delay } from 'node:timers/promises'
import { CliError } from '@campstore/local-servers/cli-error'
import type { GatewayClient } from './gateway-client.ts'
import type { Report } from './report.ts'

/** What a story needs of the system that it is played against. */
export type StoryContext = {
  client: GatewayClient
  report: Report
  /** Signs a demonstration administrator in at the identity provider. */
  staff(name: 'operator' | 'warehouse'): Promise<{ client: GatewayClient; idToken: string }>
  /** Acts as the payment service: publishes a payment. */
  pay(target: { kind: 'booking' | 'order'; id: string; amount: string; paymentMethod: string }): Promise<unknown>
  clock(): Date
  /** An idempotency key that was never used. */
  newKey(): string
}

const timeoutMs = 15_000
const intervalMs = 200

/**
 * Repeats a request until its result is as expected, because messages take a moment.
 *
 * @throws {CliError} after fifteen seconds
 */
export async function until<T>(
  what: string,
  request: () => Promise<T>,
  isExpected: (result: T) => boolean,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const result = await request()
    if (isExpected(result)) return result
    if (performance.now() > deadline) throw new CliError(`${what}: not true after ${timeoutMs / 1_000} s`)
    await delay(intervalMs)
  }
}
