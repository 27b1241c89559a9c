import { setTimeout as delay } from 'node:timers/promises'
import { CampstoreError, type Client } from '@campstore/client/source/client'
import { CliError } from '@campstore/local-servers/cli-error'
import type { Report } from './report.ts'

/** What a story needs of the system that it is played against. */
export type StoryContext = {
  client: Client
  report: Report
  /** Signs a demonstration administrator in at the identity provider. */
  staff(name: 'operator' | 'warehouse'): Promise<{ client: Client; idToken: string }>
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

/** The code of a refusal. */
export const codeOf = (error: unknown): string | undefined => (error instanceof CampstoreError ? error.code : undefined)

/** The code that a request is refused with; undefined when it succeeds. */
export const refusalOf = (request: Promise<unknown>): Promise<string | undefined> =>
  request.then(
    () => undefined,
    error => {
      if (error instanceof CampstoreError) return error.code
      throw error
    },
  )
