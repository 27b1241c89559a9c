import { type EntitySchema, MikroORM } from '@mikro-orm/postgresql'
import type { Pool, PoolClient, QueryResultRow } from 'pg'

/** Anything that runs SQL: the pool, or the connection of a transaction. */
export type Queryable = {
  query<Row extends QueryResultRow = QueryResultRow>(
    statement: string | Statement,
    values?: unknown[],
  ): Promise<{ rows: Row[]; rowCount: number | null }>
}

/** SQL with values; a `name` makes it a prepared statement of each connection that meets it. */
export type Statement = { name?: string; text: string; values?: unknown[] }

/** A service's database: the ORM for most reads, its connection pool for the SQL that matters. */
export type Database = {
  orm: MikroORM
  pool: Pool
  close(): Promise<void>
}

/**
 * Opens a service's database. The connections are made when first needed, so that a service can start, and say that it is
 * not ready, while PostgreSQL is away.
 *
 * @param url address with the service's own role
 * @param poolSize greatest number of connections
 */
export async function openDatabase(options: {
  url: string
  poolSize: number
  entities: EntitySchema[]
  applicationName: string
}): Promise<Database> {
  let pool: Pool | undefined
  const orm = new MikroORM({
    clientUrl: options.url,
    entities: options.entities,
    discovery: { warnWhenNoEntities: false }, // A service may read everything by SQL of its own.
    driverOptions: {
      max: options.poolSize,
      application_name: options.applicationName,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      statement_timeout: 15_000,
      idle_in_transaction_session_timeout: 15_000,
      onPoolCreated: (created: Pool) => {
        pool = created
      },
    },
    ensureDatabase: false, // It would connect at once, and a service may not create databases.
    forceUtcTimezone: true,
    allowGlobalContext: false,
  })
  await orm.connect()
  if (!pool) throw new Error('the PostgreSQL driver made no pool')
  return { orm, pool, close: () => orm.close(true) }
}

/**
 * Runs work in one READ COMMITTED transaction: committed when it returns, rolled back when it throws. A connection whose
 * roll-back fails is thrown away.
 */
export async function transaction<Result>(pool: Pool, work: (tx: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onLoss = (error: Error) => {
    broken = error
  }
  client.on('error', onLoss)
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.off('error', onLoss)
    client.release(broken)
  }
}
