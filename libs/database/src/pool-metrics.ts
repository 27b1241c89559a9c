import { gauge } from '@campstore/core/telemetry/metrics'
import type { Pool } from 'pg'

const connections = gauge('campstore_database_connections', 'Connections of a pool, by state: in use or idle.', [
  'pool',
  'state',
])

const limit = gauge('campstore_database_connections_max', 'Connections that a pool may have.', ['pool'])

const waiting = gauge(
  'campstore_database_waiting',
  'Statements and transactions that wait for a connection of a pool.',
  ['pool'],
)

/** Reports the use of connection pools. That for health is left out: reading the metrics uses it. */
export function reportPools(pools: Readonly<Record<string, Pool>>): () => void {
  const named = Object.entries(pools)
  const ends = [
    connections.readFrom(() =>
      named.flatMap(([pool, { totalCount, idleCount }]) => [
        { labels: { pool, state: 'in_use' }, value: totalCount - idleCount },
        { labels: { pool, state: 'idle' }, value: idleCount },
      ]),
    ),
    limit.readFrom(() => named.map(([pool, { options }]) => ({ labels: { pool }, value: options.max }))),
    waiting.readFrom(() => named.map(([pool, { waitingCount }]) => ({ labels: { pool }, value: waitingCount }))),
  ]
  return () => {
    for (const end of ends) end()
  }
}
