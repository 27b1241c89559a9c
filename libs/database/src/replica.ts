import { backoffMs } from '@campstore/core/backoff'
import { createFailureLog } from '@campstore/core/telemetry/failure-log'
import type { Logger } from '@campstore/core/telemetry/log'
import { counter, gauge } from '@campstore/core/telemetry/metrics'
import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { batched } from './batched.ts'
import { isRefusedStatement, isStatementTimeout } from './errors.ts'
import { reportPools } from './pool-metrics.ts'

type Pools = Record<'requests' | 'staff' | 'health', Pool>

type Reader = {
  query<Row extends QueryResultRow>(statement: string | QueryConfig, values?: unknown[]): Promise<QueryResult<Row>>
}

/** Reads that a replica of the leader may answer (docs/scaling.md#read-replicas). */
export type Replica = { reads: Reader; reports: Reader; close(): Promise<void> }

/** A place in the write-ahead log of the leader: everything that it has confirmed until then is before it. */
type Position = { timeline: string; lsn: bigint }

const used = gauge('campstore_database_replica_used', 'Whether the read replica is used, 1 or 0.', ['replica'])
const reads = counter('campstore_database_replica_reads_total', 'Reads that a replica may answer, by server.', ['by'])

/** Data on disk are confirmed, unless commits do not wait for the disk. No row on a server that is not the leader. */
const leaderPosition = {
  name: 'leader-position',
  text: /* sql */ `
    select left(pg_walfile_name(confirmed), 8) as timeline, pg_wal_lsn_diff(confirmed, '0/0') as lsn
    from (
      select case current_setting('synchronous_commit')
        when 'off' then pg_current_wal_insert_lsn()
        else pg_current_wal_flush_lsn()
      end as confirmed
    ) wal
    where not pg_is_in_recovery()`,
}
/**
 * How far a replica is, and on which timeline: by its control file, so some time after it has begun to follow a new leader. No row on
 * a server that was promoted, or that follows no leader: it may be of another history.
 */
const replayedPosition = {
  name: 'replayed-position',
  text: /* sql */ `
    select
      pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') as lsn,
      lpad(upper(to_hex(greatest(checkpoint.timeline_id, recovery.min_recovery_end_timeline))), 8, '0') as timeline
    from pg_control_checkpoint() checkpoint, pg_control_recovery() recovery
    where pg_is_in_recovery() and exists (select from pg_stat_wal_receiver)`,
}
const systemIdentifier = 'select system_identifier as id from pg_control_system()'

/** How long a read waits for the replica to be as far as the leader, in milliseconds. */
const catchUpTimeoutMs = 100
/** Milliseconds between two checks of a replica, and how long one takes at most. */
const checkMs = 1_000
/** Checks in a row that a replica passes before it is used again. */
const checksToReturn = 3

/**
 * Sends reads to a replica that has everything the leader had confirmed when the read came, and to the leader where it has not. So
 * every read sees earlier writes, and no cache is filled with less. A read asks the leader for its position, together
 * with all that wait at that moment, and the replica for its own, unless that connection was there before.
 *
 * A replica that is behind for longer than {@link catchUpTimeoutMs}, fails, is slow or silent, or was promoted is not used until it
 * passes checks again; its reads are made again on the leader. So is a statement that it alone refuses, such as one in conflict with
 * recovery.
 */
export function openReplica(options: { name: string; replica: Pools; leader: Pools; log: Logger }): Replica {
  const { name, replica, leader, log } = options
  const busy = new Set<PoolClient>()
  const usage = createUsage(name, log)
  let next: NodeJS.Timeout | undefined

  const positionOfLeader = createLeaderPosition(leader.requests)

  /** What the replica answers; undefined where the leader has to. */
  const ask = async <Row extends QueryResultRow>(pool: Pool, statement: string | QueryConfig, values?: unknown[]) => {
    if (!usage.isUsed()) return undefined
    const { position } = await positionOfLeader(undefined)
    if (!position) return undefined
    let client: PoolClient | undefined
    let broken: Error | undefined
    try {
      client = await pool.connect()
      if (!usage.isUsed()) return undefined
      busy.add(client)
      await reach(client, position)
      return await client.query<Row>(statement, values)
    } catch (error) {
      const isTimeout = isStatementTimeout(error)
      // A report would take as long there.
      if (isTimeout && pool === replica.staff) throw error
      if (isRefusedStatement(error) && !isTimeout) return undefined
      broken = error as Error
      usage.leave(broken)
      return undefined
    } finally {
      if (client) busy.delete(client)
      client?.release(broken)
    }
  }

  const through = (purpose: 'requests' | 'staff'): Reader => ({
    query: async <Row extends QueryResultRow>(statement: string | QueryConfig, values?: unknown[]) => {
      const answer = await ask<Row>(replica[purpose], statement, values)
      reads.add({ by: answer ? 'replica' : 'leader' })
      return answer ?? (await leader[purpose].query<Row>(statement, values))
    },
  })

  const watch = async () => {
    try {
      if (await checkReplica(replica.health, leader.health, positionOfLeader)) usage.pass()
    } catch (error) {
      usage.leave(error as Error)
      // Connections to a silent server would not end by themselves.
      for (const client of busy) void client.end()
    }
    if (!usage.isClosed()) next = setTimeout(() => void watch(), checkMs).unref()
  }
  void watch()
  const endReports = [
    used.readFrom(() => [{ labels: { replica: name }, value: usage.isUsed() ? 1 : 0 }]),
    reportPools({ 'replica requests': replica.requests, 'replica staff': replica.staff }),
  ]

  return {
    reads: through('requests'),
    reports: through('staff'),
    close: async () => {
      usage.close()
      clearTimeout(next)
      for (const end of endReports) end()
      await Promise.all(Object.values(replica).map(pool => pool.end()))
    },
  }
}

/** Whether a replica is used: it is left at the first failure, and used again after some checks. */
function createUsage(name: string, log: Logger) {
  let state: 'unknown' | 'used' | 'unused' | 'closed' = 'unknown'
  let passed = 0
  const fields = { replica: name }
  const success = 'The read replica is used'
  const failure = 'The read replica is not used, the leader answers instead'
  const failures = createFailureLog(log, { failure, success }, { fields })
  return {
    isUsed: () => state === 'used',
    isClosed: () => state === 'closed',
    pass() {
      passed += 1
      const isBack = state === 'unknown' || (state === 'unused' && passed >= checksToReturn)
      if (!isBack) return
      if (state === 'unknown') log.info(fields, success)
      state = 'used'
      failures.succeeded()
    },
    leave(error: Error) {
      passed = 0
      if (state === 'closed') return
      state = 'unused'
      failures.failed(reasonOf(error))
    },
    close() {
      state = 'closed'
    },
  }
}

type LeaderPosition = ReturnType<typeof createLeaderPosition>

/** Asks the leader for its position, once for all that wait at that moment. It has none where it is not the leader. */
const createLeaderPosition = (leader: Pool) =>
  batched(
    async (waiting: readonly undefined[]) => {
      const { rows } = await leader.query<PositionRow>(leaderPosition)
      const position = rows[0] && positionOf(rows[0])
      return waiting.map(() => ({ position }))
    },
    { concurrency: 1, batchSize: Number.POSITIVE_INFINITY },
  )

/** Throws where the replica is not to be used; returns false where the leader cannot be asked. */
async function checkReplica(replica: Pool, leader: Pool, positionOfLeader: LeaderPosition): Promise<boolean> {
  const asked = await Promise.all([identify(leader), positionOfLeader(undefined)]).catch(() => [])
  const [id, { position } = {}] = asked
  if (!id || !position) return false
  const check = async () => {
    if ((await identify(replica)) !== id) throw new Error('It is a replica of another database')
    const client = await replica.connect()
    await reach(client, position).finally(() => client.release())
  }
  const late = pause(checkMs).then(() => Promise.reject(new Error('It does not answer')))
  await Promise.race([check(), late])
  return true
}

const replayed = new WeakMap<PoolClient, Position>()

/** Resolves when the server of a connection has a position; throws where it does not get there in time. */
async function reach(client: PoolClient, position: Position): Promise<void> {
  const deadline = performance.now() + catchUpTimeoutMs
  for (let asked = 1; !isAt(replayed.get(client), position); asked += 1) {
    if (performance.now() > deadline) throw new Error('It is behind')
    if (asked > 1) await pause(backoffMs(asked - 1, { firstMs: 1, longestMs: 10 }))
    const { rows } = await client.query<PositionRow>(replayedPosition)
    if (!rows[0]) throw new Error('It follows no leader')
    replayed.set(client, positionOf(rows[0]))
  }
}

type PositionRow = { timeline: string; lsn: string }

const positionOf = ({ timeline, lsn }: PositionRow): Position => ({ timeline, lsn: BigInt(lsn) })

const isAt = (known: Position | undefined, wanted: Position): boolean =>
  known?.timeline === wanted.timeline && known.lsn >= wanted.lsn

const identify = async (server: Pool): Promise<string | undefined> =>
  (await server.query<{ id: string }>(systemIdentifier)).rows[0]?.id

const pause = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))

/** A refused connection to several addresses has no message. */
const reasonOf = (error: Error): string => error.message || ('code' in error ? String(error.code) : error.name)
