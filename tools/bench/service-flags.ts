/**
 * Flags of Node with which services are measured; `npm start` and the image should use the same. A young generation of 4 MB
 * and an old one that grows by a fifth at a time instead of doubling: a quarter less resident memory than with Node's own
 * settings under load, at about the same speed (docs/performance.md).
 */
export const serviceFlags: readonly string[] = ['--max-semi-space-size=4', '--heap-growing-percent=20']

/** One arena for all threads: glibc's one per thread keeps what compiler threads have freed. */
export const serviceEnvironment: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '1' }
