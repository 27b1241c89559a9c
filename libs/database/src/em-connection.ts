import type { EntityManager } from '@mikro-orm/postgresql'
import type { QueryResultRow } from 'pg'
import type { Queryable, Transaction } from './database.ts'

/**
 * Runs SQL on the connection of an entity manager: inside of `em.transactional`, the connection of its transaction. No
 * statement is prepared, so a frequent read belongs on the pool: planning an administrator's list again costs 40% more of
 * PostgreSQL.
 */
export const connectionOf = (em: EntityManager): Transaction => ({
  isTransaction: true,
  query: async <Row extends QueryResultRow>(statement: Parameters<Queryable['query']>[0], values: unknown[] = []) => {
    const { text, values: own = values } = typeof statement === 'string' ? { text: statement } : statement
    const { CompiledQuery } = await import('kysely') // by now the ORM has loaded it
    const { rows, numAffectedRows } = await em.getKysely().executeQuery<Row>(CompiledQuery.raw(text, own))
    return { rows, rowCount: numAffectedRows === undefined ? rows.length : Number(numAffectedRows) }
  },
})
