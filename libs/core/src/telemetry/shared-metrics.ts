import { counter, gauge } from './metrics.ts'

/** Look-ups of a cache: a miss is computed or read again. */
export const cacheLookups = counter('campstore_cache_lookups_total', 'Look-ups in a cache of the process, by result.', [
  'cache',
  'result',
])

export const dependencyUp = gauge('campstore_dependency_up', 'Whether a server that the process uses is up, 1 or 0.', [
  'dependency',
])

/** 1 for each server that is down. */
export const dependencyOutage = gauge(
  'campstore_dependency_outage',
  'Why a server that the process uses is down; absent while it is up.',
  ['dependency', 'reason'],
)

export const openStreams = gauge('campstore_streams', 'Open streams of events, by service.', ['service'])
