/**
 * How long to wait before the next attempt, in milliseconds: `firstMs` after the first failure, and twice as long after each further
 * one in a row, up to `longestMs`.
 */
export const backoffMs = (
  failures: number,
  { firstMs = 100, longestMs }: { firstMs?: number; longestMs: number },
): number => Math.min(longestMs, firstMs * 2 ** (failures - 1))

/** A random part of {@link backoffMs}, for many processes that lost the same server at the same moment. */
export const jitteredBackoffMs = (...of: Parameters<typeof backoffMs>): number => Math.random() * backoffMs(...of)
