import type { OutageReason } from '@campstore/core/outage-reason'
import type { Logger } from '@campstore/core/telemetry/log'
import { isTracing } from '@campstore/core/telemetry/spans'
import type { EntityManager, EntitySchema, MikroORM } from '@mikro-orm/postgresql'
import pg, { type Pool, type PoolClient, type QueryResultRow } from 'pg'
import { isRefusedStatement } from './errors.ts'
import { keyedTransactionOn, runUnkeyed } from './keyed-transaction.ts'
import { lendToOrm } from './lend-to-orm.ts'
import { tolerateLosses } from './lost-connections.ts'
import { beginTransaction } from './open-transaction.ts'
import { reportPools } from './pool-metrics.ts'
import { openReplica } from './replica.ts'
import { type Purpose as ServedPurpose, type ServiceWatch, watchService } from './served.ts'
import { traceStatements } from './statement-spans.ts'

/** Anything that runs SQL: the pool, or the connection of a transaction. */
export type Queryable = {
  query<Row extends QueryResultRow = QueryResultRow>(
    statement: string | Statement,
    values?: unknown[],
  ): Promise<{ rows: Row[]; rowCount: number | null }>
}

/**
 * The connection of {@link transaction}, or of the ORM's. Functions that write take it and no pool, which would not take part in the
 * transaction of a request with an idempotency key.
 */
export type Transaction = Queryable & { readonly isTransaction: true }

/** SQL with values; a `name` makes it a prepared statement of each connection that meets it. */
export type Statement = { name?: string; text: string; values?: unknown[] }

/** The purpose of a connection. Each purpose has its own pool, so that none waits for the connections of another. */
export type Purpose = 'requests' | 'replica' | 'background' | 'staff' | 'health'

/** A service's database: its connection pools for the SQL that matters, and the ORM where the service has entities. */
export type Database = {
  requests: Pool
  /** For consumers, sweepers, the relay and other jobs, which take part in no request. */
  background: Pool
  /** For long lists that staff ask for: few connections, and queries that are ended early. */
  staff: Pool
  /**
   * For public reads that decide nothing: the read replica, if there is one and it has everything that was written before,
   * otherwise {@link Database.requests} (docs/scaling.md#read-replicas).
   */
  reads: Queryable
  /** The same for reports of the staff, otherwise {@link Database.staff}. */
  reports: Queryable
  /** One connection that readiness checks have to themselves. */
  health: Pool
  /** The same for the server that background work uses; another pool only where `url` is a pooler's. */
  backgroundHealth: Pool
  /**
   * Why the database does not serve this process, by the way of requests or of background work ({@link watchService}); undefined
   * while it does. Asking begins with the first call.
   */
  outage(purpose: ServedPurpose): OutageReason | undefined
  /**
   * A fresh entity manager of the ORM, on {@link Database.requests}. The ORM is loaded when first needed, because its modules are
   * half of a service's, and most processes serve no request of staff for long.
   */
  em(): Promise<EntityManager>
  close(): Promise<void>
}

export type LoadEntities = () => Promise<{ entities: EntitySchema[] }>

export type DatabaseOptions = {
  /** Address with the service's own role. */
  url: string
  /**
   * Address of PostgreSQL itself with the same role, for background work, which needs sessions; default {@link
   * DatabaseOptions.url}, which may be a pooler in transaction mode. With `?pgbouncer=true` no statement is prepared there.
   */
  sessionUrl?: string | undefined
  /** Address of a read replica, with the same role; without one the leader answers all reads. */
  replica?: { url: string; log: Logger } | undefined
  poolSize: number
  entities?: LoadEntities | undefined
  applicationName: string
}

/**
 * Opens a service's database. The connections are made when first needed, so that a service can start, and say that it is
 * not ready, while PostgreSQL is unavailable, and a pool that is not used costs nothing. Dates and timestamps come as the text
 * that PostgreSQL writes.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const requests = openPool(options, 'requests')
  const background = openPool(options, 'background')
  const staff = openPool(options, 'staff')
  const health = openPool(options, 'health')
  const { sessionUrl } = options
  const backgroundHealth = sessionUrl === undefined ? health : openPool({ ...options, url: sessionUrl }, 'health')
  const watches = new Map<Pool, ServiceWatch>()
  const watchOf = (pool: Pool) => {
    const watch = watches.get(pool) ?? watchService(pool)
    watches.set(pool, watch)
    return watch
  }
  const replica = openReplicaOf(options, { requests, staff, health })
  const endReport = reportPools({ requests, background, staff })
  const orm = lazyOrm(options, requests)
  return {
    requests,
    background,
    staff,
    reads: replica?.reads ?? requests,
    reports: replica?.reports ?? staff,
    health,
    backgroundHealth,
    outage: purpose => watchOf(purpose === 'requests' ? health : backgroundHealth).outage(purpose),
    em: async () => (await orm()).em.fork(),
    close: async () => {
      endReport()
      for (const watch of watches.values()) watch.stop()
      const pools = new Set([requests, background, staff, health, backgroundHealth])
      await Promise.all([replica?.close(), ...[...pools].map(pool => pool.end())])
    },
  }
}

function openReplicaOf(options: DatabaseOptions, leader: Record<'requests' | 'staff' | 'health', Pool>) {
  if (options.replica === undefined) return undefined
  const { url, log } = options.replica
  const open = (purpose: Purpose) => openPool({ ...options, url }, purpose)
  const replica = { requests: open('replica'), staff: open('staff'), health: open('health') }
  return openReplica({ name: new URL(url).host, replica, leader, log })
}

/** The longest wait for a connection of the pool, and the greatest duration of one statement, in milliseconds. */
const timeouts: Record<Purpose, { connection: number; statement: number }> = {
  // Statements end before the gateway stops waiting for the service, so that nothing happens after the gateway has given up.
  requests: { connection: 5_000, statement: 8_000 },
  // Short, because the leader answers instead.
  replica: { connection: 1_000, statement: 2_000 },
  // No client waits for background work.
  background: { connection: 15_000, statement: 30_000 },
  staff: { connection: 5_000, statement: 3_000 },
  health: { connection: 2_000, statement: 2_000 },
}

/**
 * How much longer than the server the client waits for the end of a statement: a server that is frozen, or a network that
 * drops everything, ends no statement.
 */
const queryTimeoutMarginMs = 2_000

/**
 * Greatest numbers of connections. Background work has more than messages that are handled at once (`prefetch`), because each may
 * wait for a lock; few staff ask for lists at once.
 */
const sizeOf = (options: DatabaseOptions): Record<Purpose, number> => ({
  requests: options.poolSize,
  replica: options.poolSize,
  background: 12,
  staff: 3,
  health: 1,
})

/**
 * Longest wait of background work for a lock: less than the server tolerates an idle transaction. So when a process is cut off,
 * none of its waiting sessions gets what another one of its sessions loses
 * (docs/architecture/database.md#a-process-that-is-cut-off).
 */
const backgroundLockTimeoutMs = 4_000

/** The longest wait for a connection that the address sets, as for every client of PostgreSQL: `?connect_timeout=5`, in seconds. */
function connectTimeoutMs(url: string): number | undefined {
  const seconds = new URL(url).searchParams.get('connect_timeout')
  return seconds === null ? undefined : Number(seconds) * 1000
}

const poolSettings = (options: DatabaseOptions, purpose: Purpose) => ({
  max: sizeOf(options)[purpose],
  application_name: purpose === 'requests' ? options.applicationName : `${options.applicationName} ${purpose}`,
  connectionTimeoutMillis: connectTimeoutMs(options.url) ?? timeouts[purpose].connection,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  statement_timeout: timeouts[purpose].statement,
  query_timeout: timeouts[purpose].statement + queryTimeoutMarginMs,
  // Rows that a cut-off process has locked are free again after this time.
  idle_in_transaction_session_timeout: 5_000,
  // A process that is frozen while it has claimed rows of the outbox loses its connection, and with it the claims, after the
  // longest time that it may wait for the broker. The pool closes idle connections before that.
  ...(purpose === 'background'
    ? { idleTimeoutMillis: 10_000, options: `-c idle_session_timeout=20s -c lock_timeout=${backgroundLockTimeoutMs}` }
    : // After a quiet minute, a new session that plans its statements would cost ten times a request.
      { idleTimeoutMillis: 30_000, min: 1 }),
})

/** The ORM on the pool of requests, loaded at the first call. It holds nothing but the pool, so it needs no end. */
function lazyOrm(options: DatabaseOptions, pool: Pool): () => Promise<MikroORM> {
  let loading: Promise<MikroORM> | undefined
  return () => (loading ??= runUnkeyed(() => loadOrm(options, pool)))
}

async function loadOrm({ url, entities: load }: DatabaseOptions, pool: Pool): Promise<MikroORM> {
  if (load === undefined) throw new Error('This database was opened without entities')
  const { entities } = await load()
  const [{ MikroORM }, { PostgresDialect }] = await Promise.all([import('@mikro-orm/postgresql'), import('kysely')])
  const orm = new MikroORM({
    dbName: new URL(url).pathname.slice(1),
    entities,
    driverOptions: new PostgresDialect({ pool: lendToOrm(pool) }),
    ensureDatabase: false, // It would connect at once, and a service may not create databases.
    forceUtcTimezone: true,
    allowGlobalContext: false,
  })
  await orm.connect()
  return orm
}

/** Types that stay text, as the ORM has them: date, timestamp, timestamptz. */
const textTypes = [1082, 1114, 1184]

function openPool(options: DatabaseOptions, purpose: Purpose): Pool {
  const types = new pg.TypeOverrides()
  for (const type of textTypes) types.setTypeParser(type, text => text)
  const isSession = purpose === 'background' && options.sessionUrl !== undefined
  const connectionString = (isSession && options.sessionUrl) || options.url
  const pool = tolerateLosses(new pg.Pool({ connectionString, ...poolSettings(options, purpose), types }))
  const preparesNothing = new URL(connectionString).searchParams.get('pgbouncer') === 'true'
  pool.on('connect', client => {
    if (preparesNothing) client.query = withoutNames(client)
    if (isTracing()) traceStatements(client)
  })
  pool.query = queryOn(pool) as Pool['query']
  return pool
}

/** A connection's `query` that ignores the names of statements, so that none is prepared. */
function withoutNames(client: PoolClient): PoolClient['query'] {
  const query = client.query.bind(client)
  const queryUnnamed = (statement: string | Statement, values?: unknown[]) =>
    typeof statement === 'string'
      ? query(statement, values)
      : query({ text: statement.text, values: statement.values ?? values })
  return queryUnnamed as PoolClient['query']
}

/**
 * One statement on a connection of the pool. The pool's own `query` throws the connection away after every error, so that each
 * refusal that a function raises would cost a new connection.
 */
const queryOn = (pool: Pool) => async (statement: string, values?: unknown[]) => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await client.query(statement, values)
  } catch (error) {
    if (!isRefusedStatement(error)) broken = error as Error
    throw error
  } finally {
    client.release(broken)
  }
}

/** A connection on which a transaction has begun. */
export const begun = <Connection extends Queryable>(connection: Connection): Connection & Transaction =>
  Object.assign(connection, { isTransaction: true as const })

/**
 * Runs work in one READ COMMITTED transaction: committed when it returns, rolled back when it throws. In a request with an
 * idempotency key it is part of {@link KeyedTransaction}, which commits.
 */
export async function transaction<Result>(
  pool: Pool,
  work: (tx: Transaction & PoolClient) => Promise<Result>,
): Promise<Result> {
  const keyed = keyedTransactionOn(pool)
  if (keyed) return keyed.run(client => work(begun(client)))
  const opened = await beginTransaction(pool)
  try {
    const result = await work(begun(opened.client))
    await opened.commit()
    return result
  } catch (error) {
    await opened.rollback(error)
    throw error
  }
}
