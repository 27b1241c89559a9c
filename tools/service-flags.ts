/**
 * Flags of Node for a service, the same under `npm start`, in containers and in measurements. A young generation of 8 MB and an
 * old one that grows by two fifths at a time instead of doubling: of the measured settings, these need little memory for the least CPU
 * time (docs/performance.md#settings-of-node). The young generation begins with its 8 MB: a start that makes it grow takes an eighth
 * more CPU time.
 */
export const serviceFlags: readonly string[] = [
  '--min-semi-space-size=8',
  '--max-semi-space-size=8',
  '--heap-growing-percent=40',
]

/**
 * Environment of Node for a service. One arena for all threads: glibc's one per thread keeps what compiler threads have freed.
 * The compile cache (its folder) spares every start but the first the type stripper, 24 MB.
 */
export const nodeEnvironment = (cache: string): Record<string, string> => ({
  MALLOC_ARENA_MAX: '1',
  NODE_COMPILE_CACHE: cache,
})
