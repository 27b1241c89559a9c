import type { Queryable, Statement } from '@campstore/database/database'
import type pg from 'pg'

/**
 * The statement that a query sends, instead of what it answers.
 *
 * @param ask gets a database that answers no rows
 */
export async function statementOf(ask: (database: Queryable) => Promise<unknown>): Promise<Statement> {
  let sent: Statement | undefined
  const recorder: Queryable = {
    query: async (statement, values) => {
      sent ??= typeof statement === 'string' ? { text: statement, values } : statement
      return { rows: [], rowCount: 0 }
    },
  }
  // A query that must have an answer complains of none, after it was recorded.
  await ask(recorder).catch(() => {})
  if (sent === undefined) throw new Error('nothing was asked')
  return sent
}

/**
 * How PostgreSQL runs a statement: a named one by the plan that every caller ends up with, another by the plan for its
 * values. It is run once for warmth and once for the record.
 */
export async function planOf(database: pg.Client, { name, text, values = [] }: Statement): Promise<string[]> {
  const mode = name === undefined ? 'force_custom_plan' : 'force_generic_plan'
  await database.query(`set plan_cache_mode = ${mode}`)
  await database.query(`prepare explained as ${text}`)
  const literals = values.map(value => literalOf(database, value))
  const call = `execute explained ${literals.length === 0 ? '' : `(${literals.join(', ')})`}`
  await database.query(call)
  const { rows } = await database.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers, costs off) ${call}`)
  await database.query('deallocate explained')
  return rows.map(row => row['QUERY PLAN'])
}

function literalOf(database: pg.Client, value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return database.escapeLiteral(value.toISOString())
  if (Array.isArray(value)) return `array[${value.map(each => literalOf(database, each)).join(', ')}]`
  return database.escapeLiteral(String(value))
}

/** The indexes a plan reads, and which of the large tables it reads as a whole. */
export function indexesOf(plan: readonly string[], largeTables: readonly string[]): string[] {
  const named = plan.flatMap(line => /using (\w+) on|Bitmap Index Scan on (\w+)/.exec(line)?.slice(1) ?? [])
  const whole = plan
    .map(line => /Seq Scan on (\w+)/.exec(line)?.[1] ?? '')
    .filter(table => largeTables.includes(table))
    .map(table => `all of ${table}`)
  return [...new Set([...named, ...whole].filter(name => name !== undefined))]
}

/** A plan as a part of the report. */
export const planText = (plan: readonly string[]): string => `\`\`\`\n${plan.join('\n')}\n\`\`\``
