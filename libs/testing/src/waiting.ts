import { vi } from 'vitest'

/**
 * Longest wait of a test for one thing, in milliseconds. It only exists so that a test of what never happens ends: what takes seconds
 * takes minutes on a slow and busy machine.
 */
export const longestWaitMs = 600_000

/** Longest duration of a test or a hook, in milliseconds: of several waits. */
export const longestTestMs = 3 * longestWaitMs

/**
 * Calls a function until it does not throw.
 *
 * @param intervalMs between two calls
 * @returns the result of the function
 * @throws its last error after {@link longestWaitMs}
 */
export const eventually = <T>(call: () => T | Promise<T>, intervalMs = 50): Promise<T> =>
  vi.waitFor(call, { timeout: longestWaitMs, interval: intervalMs })

/**
 * Calls a function until its result is truthy. An error in the function ends this too; {@link eventually} continues.
 *
 * @param intervalMs between two calls
 * @returns that value
 * @throws an error after {@link longestWaitMs}, or the error of the function
 */
export const until = <T>(condition: () => T | Promise<T>, intervalMs = 20) =>
  vi.waitUntil(condition, { timeout: longestWaitMs, interval: intervalMs })

/**
 * A property that a slow machine checks with fewer cases: no case begins after this time, and each that has begun ends. With fast-check's
 * own limit, a first case that takes longer fails, and a case that is interrupted continues during the next test.
 */
export function forAtMost<Property extends { run(value: never): unknown }>(
  limitMs: number,
  property: Property,
): Property {
  const run = property.run.bind(property)
  const end = performance.now() + limitMs
  let isFirst = true
  const runInTime = async (value: never) => {
    if (!isFirst && performance.now() > end) return null
    isFirst = false
    return run(value)
  }
  return Object.assign(property, { run: runInTime })
}
