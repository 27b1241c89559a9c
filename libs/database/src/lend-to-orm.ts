import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool } from 'pg'
import { isQueryTimeout } from './errors.ts'
import { type KeyedTransaction, keyedTransactionOn } from './keyed-transaction.ts'
import { committing } from './open-transaction.ts'

/** Statements after whose failure the query builder does not release its connection, or its state is unknown. */
const endsConnection = /^(?:begin|start transaction|commit|rollback)/

/**
 * The pool as the ORM's query builder wants it. That gives a connection back only after a `commit` or `rollback` that
 * succeeded: one that was lost in a transaction would never return to the pool. So it is thrown away here.
 */
export const lendToOrm = (pool: Pool): PostgresPool => ({
  options: pool.options,
  end: () => pool.end(),
  connect: async () => {
    const keyed = keyedTransactionOn(pool)
    if (keyed) return lendKeyed(keyed)
    const client = await pool.connect()
    let isBack = false
    const giveBack = (broken?: Error) => {
      if (!isBack) client.release(broken)
      isBack = true
    }
    const send = (sql: string, parameters: readonly unknown[]) => client.query(sql, [...parameters])
    const query = (sql: string, parameters: readonly unknown[]) =>
      (sql === 'commit' ? committing(() => send(sql, parameters)) : send(sql, parameters)).catch((error: Error) => {
        if (isQueryTimeout(error) || endsConnection.test(sql)) giveBack(error)
        throw error
      })
    // Nothing is streamed, so no cursor comes.
    return { query: query as unknown as PostgresPoolClient['query'], release: () => giveBack() }
  },
})

const begins = /^(?:begin|start transaction)/
const rollsBack = /^rollback(?! to)/

/** The connection of a request with an idempotency key, whose transaction ends with the request and not with the ORM's. */
const lendKeyed = (keyed: KeyedTransaction): PostgresPoolClient => {
  const nothing = { rows: [], rowCount: 0, command: '' }
  const query = async (sql: string, parameters: readonly unknown[] = []) => {
    if (rollsBack.test(sql)) return await keyed.rollback(undefined).then(() => nothing)
    const client = await keyed.client()
    if (begins.test(sql) || sql === 'commit') return nothing
    return client.query(sql, [...parameters]).catch(async (error: Error) => {
      if (isQueryTimeout(error)) await keyed.rollback(error)
      throw error
    })
  }
  return { query, release: () => {} } as unknown as PostgresPoolClient
}
