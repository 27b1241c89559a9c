import { backoffMs } from '@campstore/core/backoff'

const dayMs = 86_400_000

/** How long a delivery is tried. */
export const deliveryPeriodMs = 3 * dayMs

/** Types of events that a member can cause without bound: of those about one order, each webhook is sent the latest. */
export const collectedTypes: readonly string[] = ['order.updated']

/** For how long such events are collected before the latest is sent. */
export const collectedMs = 10_000

/** How long a webhook may fail without a success before it is deactivated. */
export const failingPeriodMs = 5 * dayMs

/** How long the secret before signs as well. */
export const previousSecretMs = dayMs

/** From 10 s to 6 hours, twice as long after each failure. */
const backoff = { firstMs: 10_000, longestMs: 6 * 3_600_000 }

/**
 * When a delivery is attempted again: later after each failure, between 80 % and 120 % of the back-off, so that deliveries that
 * failed together do not return together. The last attempt is at the end of the period. Undefined when that was it.
 *
 * @param failures in a row, at least 1
 * @param random from 0 to 1
 */
export function nextAttemptAt(failures: number, now: Date, giveUpAt: Date, random: number): Date | undefined {
  if (now >= giveUpAt) return undefined
  const delayMs = backoffMs(failures, backoff) * (0.8 + 0.4 * random)
  return new Date(Math.min(now.getTime() + delayMs, giveUpAt.getTime()))
}
