import type { EntityManager, EntitySchema } from '@mikro-orm/postgresql'
import pg, { type Pool, type PoolClient, type QueryResultRow } from 'pg'

/** Anything that runs SQL: the pool, or the connection of a transaction. */
export type Queryable = {
  query<Row extends QueryResultRow = QueryResultRow>(
    statement: string | Statement,
    values?: unknown[],
  ): Promise<{ rows: Row[]; rowCount: number | null }>
}

/** SQL with values; a `name` makes it a prepared statement of each connection that meets it. */
export type Statement = { name?: string; text: string; values?: unknown[] }

/** A service's database: its connection pool for the SQL that matters, and the ORM where the service has entities. */
export type Database = {
  pool: Pool
  /** A fresh entity manager of the ORM. Throws where the database was opened without entities. */
  em(): EntityManager
  close(): Promise<void>
}

/** What a service says of its database. */
export type DatabaseOptions = {
  /** Address with the service's own role. */
  url: string
  /** Greatest number of connections. */
  poolSize: number
  /** None: then the ORM is not even loaded, which spares some 30 MB. */
  entities: EntitySchema[]
  applicationName: string
}

/**
 * Opens a service's database. The connections are made when first needed, so that a service can start, and say that it is
 * not ready, while PostgreSQL is away. Dates and timestamps come as the text that PostgreSQL writes.
 */
export const openDatabase = (options: DatabaseOptions): Promise<Database> =>
  options.entities.length > 0 ? openWithOrm(options) : openPool(options)

const poolSettings = ({ poolSize, applicationName }: DatabaseOptions) => ({
  max: poolSize,
  application_name: applicationName,
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 15_000,
})

async function openWithOrm(options: DatabaseOptions): Promise<Database> {
  const { MikroORM } = await import('@mikro-orm/postgresql')
  let pool: Pool | undefined
  const orm = new MikroORM({
    clientUrl: options.url,
    entities: options.entities,
    driverOptions: {
      ...poolSettings(options),
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
  return { pool, em: () => orm.em.fork(), close: () => orm.close(true) }
}

/** Types that stay text, as the ORM has them: date, timestamp, timestamptz. */
const textTypes = [1082, 1114, 1184]

async function openPool(options: DatabaseOptions): Promise<Database> {
  const types = new pg.TypeOverrides()
  for (const type of textTypes) types.setTypeParser(type, text => text)
  const pool = new pg.Pool({ connectionString: options.url, ...poolSettings(options), types })
  pool.on('error', () => {
    // A connection was lost while idle; the next query gets a new one.
  })
  pool.on('connect', client => {
    client.on('error', () => {
      // The query in hand is rejected by itself; without a listener the loss would end the process.
    })
  })
  const em = (): never => {
    throw new Error('this database was opened without entities')
  }
  return { pool, em, close: () => pool.end() }
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
