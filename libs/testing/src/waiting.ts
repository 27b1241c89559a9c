import { vi } from 'vitest'

/** Far longer than what is waited for takes on a busy machine: a test fails by it only when something never happens. */
const timeout = 20_000

/**
 * Calls a function until it does not throw.
 *
 * @param intervalMs between two calls
 * @returns what the function returned
 * @throws its last error after 20 s
 */
export const eventually = <T>(call: () => T | Promise<T>, intervalMs = 50): Promise<T> =>
  vi.waitFor(call, { timeout, interval: intervalMs })

/**
 * Calls a function until what it returns is truthy. An error that the function throws ends this, too: {@link eventually} goes on.
 *
 * @param intervalMs between two calls
 * @returns that value
 * @throws an error after 20 s, or that of the function
 */
export const until = <T>(condition: () => T | Promise<T>, intervalMs = 20) =>
  vi.waitUntil(condition, { timeout, interval: intervalMs })
