import type { Queryable, Transaction } from '@campstore/database/database'

/**
 * A record under its lock, and `clock_timestamp()` from the statement that locked it: not later than the lock, unless another
 * transaction changed the record before, so it errs in the customer's favour.
 */
export type Locked<T> = { record: T; now: string }

/** How the records of a kind are stored, in SQL; `Row` is a record as the driver returns it. */
type StoredRecords<Row, T> = {
  /** Begins the names of the statements. */
  kind: string
  /** With its schema: `booking.booking`. */
  table: string
  columns: string
  /** The columns with empty values for the fields that only reads of one record need. */
  listedColumns: string
  /** The column with the instant at which the hold was taken. */
  takenAt: string
  /** The condition of unpaid records that staff may release. */
  unpaid: string
  /** The condition of records whose hold has not ended; by default {@link unpaid}. */
  open?: string
  toRecord(row: Row): T
}

/** How `libs/holds` reads the records of a kind. */
export type HoldReads<T> = {
  /** The records whose hold has not ended, as SQL: a table with the column `checkout_expires_at`, and a condition. */
  openRecords: string
  /** The ids of a customer's unpaid records, oldest first, as SQL; $1 customer, $2 limit. */
  unpaidIds: string
  find(database: Queryable, id: string): Promise<T | undefined>
  /** Locks a record until the transaction ends, and returns it as read under the lock. */
  lock(tx: Transaction, id: string): Promise<Locked<T> | undefined>
  /** Locks records in the order of their ids, as {@link lock} does. Unknown ones are left out. */
  lockAll(tx: Transaction, ids: readonly string[]): Promise<Locked<T>[]>
  /**
   * Locks the longest overdue record that no other transaction has locked. Fields that only reads need may be missing.
   *
   * @param dueBy latest deadline to consider
   * @param except ids to leave out; usually none
   */
  lockNextOverdue(tx: Transaction, dueBy: Date, except: readonly string[]): Promise<Locked<T> | undefined>
}

/** The reads of a kind, each as one prepared statement. */
export function readsOf<Row extends object, T>(stored: StoredRecords<Row, T>): HoldReads<T> {
  const { kind, table, columns, listedColumns, takenAt, unpaid, open = unpaid, toRecord } = stored
  const byId = { name: `${kind}-by-id`, text: `select ${columns} from ${table} where id = $1` }
  // A statement that waited for the lock has the newest row, but what its subqueries saw before.
  const byIdsLocked = {
    name: `${kind}s-by-id-locked`,
    text: /* sql */ `
      select ${columns}, clock_timestamp() as now,
        xmin <> (select seen.xmin from ${table} seen where seen.id = ${table}.id) as "hasWaited"
      from ${table}
      where id = any ($1)
      order by id
      for no key update`,
  }
  const nextOverdueLocked = {
    name: `next-overdue-${kind}-locked`,
    text: /* sql */ `
      select ${listedColumns}, clock_timestamp() as now
      from ${table}
      where ${open} and checkout_expires_at <= $1 and id <> all ($2)
      order by checkout_expires_at
      limit 1
      for no key update skip locked`,
  }
  const find = async (database: Queryable, id: string) => {
    const { rows } = await database.query<Row>({ ...byId, values: [id] })
    return rows[0] && toRecord(rows[0])
  }
  const lockAll = async (tx: Transaction, ids: readonly string[]) => {
    const statement = { ...byIdsLocked, values: [ids] }
    const { rows } = await tx.query<Row & { id: string; now: string; hasWaited: boolean }>(statement)
    const locked: Locked<T>[] = []
    for (const row of rows) {
      const current = row.hasWaited ? await find(tx, row.id) : undefined
      locked.push({ record: current ?? toRecord(row), now: row.now })
    }
    return locked
  }
  return {
    openRecords: `${table} where ${open}`,
    unpaidIds: `select id from ${table} where customer_id = $1 and ${unpaid} order by ${takenAt}, id limit $2`,
    find,
    lock: async (tx, id) => (await lockAll(tx, [id]))[0],
    lockAll,
    async lockNextOverdue(tx, dueBy, except) {
      const { rows } = await tx.query<Row & { now: string }>({ ...nextOverdueLocked, values: [dueBy, except] })
      return rows[0] && { record: toRecord(rows[0]), now: rows[0].now }
    },
  }
}
