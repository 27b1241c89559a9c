import { setTimeout as pause } from 'node:timers/promises'
import { CliError } from '@campstore/local-servers/cli-error'
import type { TargetKind } from '../pay/targets.ts'
import type { GatewayClient } from './gateway-client.ts'
import type { Narration } from './narration.ts'

/** What a story needs. */
export type Stage = {
  client: GatewayClient
  told: Narration
  /** Signs one of the demonstration's administrators in at the identity provider. */
  staff(name: 'operator' | 'warehouse'): Promise<{ client: GatewayClient; idToken: string }>
  /** Plays the payment service: tells through the queue that something was paid. */
  pay(target: { kind: TargetKind; id: string; amount: string; paymentMethod: string }): Promise<void>
  clock(): Date
  /** A key that no request had before. */
  newKey(): string
}

const patienceMs = 15_000
const everyMs = 200

/**
 * Asks again until the answer is as awaited: what follows from a message takes a moment.
 *
 * @throws {CliError} after fifteen seconds
 */
export async function until<T>(what: string, ask: () => Promise<T>, isAwaited: (answer: T) => boolean): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const answer = await ask()
    if (isAwaited(answer)) return answer
    if (performance.now() > deadline) throw new CliError(`${what}: still not so after ${patienceMs / 1_000} s`)
    await pause(everyMs)
  }
}
