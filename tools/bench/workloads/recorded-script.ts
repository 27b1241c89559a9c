import { newId as uniqueId } from '@campstore/core/new-id'
import { createLogger } from '@campstore/core/telemetry/log'
import { openDatabase, type Statement } from '@campstore/database/database'
import { databaseClockOf } from '@campstore/database/database-clock'
import type { PaymentSettlement } from '@campstore/holds/settlement'
import { alwaysSettled } from '@campstore/holds/testing/always-settled'
import type { Dependencies } from '@campstore/service/dependencies'
import type { Pool } from 'pg'

/** A statement with its values and the types of its parameters. */
type RecordedStatement = Statement & { types: readonly string[] }

/** What stands in the recorded values for the ids and the key of a checkout, which are others each time. */
export const placeholders = { key: `key-${uniqueId()}`, held: `held-${uniqueId()}`, message: `message-${uniqueId()}-` }

/**
 * Records the statements of one checkout, as the use case itself sends them, so that the comparison cannot drift from what
 * is compared.
 *
 * @param url of a filled database, with the service's role; the checkout leaves something in it
 * @param checkOut does it; the first id it makes must be that of what is held
 */
export async function recordCheckout(
  url: string,
  checkOut: (deps: Dependencies & { settlement: PaymentSettlement }) => Promise<unknown>,
): Promise<RecordedStatement[]> {
  const database = openDatabase({ url, poolSize: 1, applicationName: 'bench' })
  const sent: Statement[] = []
  const pool = new Proxy(database.requests, {
    get(target: Pool, property) {
      if (property !== 'query') return Reflect.get(target, property)
      return (statement: Statement) => {
        sent.push(statement)
        return target.query(statement)
      }
    },
  })
  let ids = 0
  const newId = () => {
    ids += 1
    return ids === 1 ? placeholders.held : `${placeholders.message}${ids}`
  }
  const clock = () => new Date()
  try {
    await checkOut({
      database: { ...database, requests: pool },
      clock,
      databaseClock: databaseClockOf(clock),
      settlement: alwaysSettled(clock),
      newId,
      signalOutbox: () => {},
      log: createLogger('bench', 'silent'),
    })
    // The server knows what types it gave the parameters; a named statement is prepared once per connection.
    const { rows } = await database.requests.query<{ name: string; types: string[] }>(
      'select name, parameter_types::text[] as types from pg_prepared_statements',
    )
    const types = new Map(rows.map(row => [row.name, row.types]))
    return sent.map(statement => ({ ...statement, types: types.get(statement.name ?? '') ?? [] }))
  } finally {
    await database.close()
  }
}

/** What stands in the recorded values for what differs from checkout to checkout, and the SQL that makes it. */
export type Substitutes = readonly (readonly [text: string, sql: string])[]

/** The substitutes of {@link placeholders}; the variables `n` and `client_id` are pgbench's. */
const freshIds: Substitutes = [
  [placeholders.key, "('k' || :n || '-' || :client_id)"],
  [placeholders.held, "('h' || :n || '-' || :client_id)"],
  [placeholders.message, "('m' || :n || '-' || :client_id || '-')"],
]

/** An SQL text whose colons pgbench does not take for its variables. */
const quoted = (text: string): string =>
  `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')}'`

/** A recorded value as an SQL expression in which every checkout is another one. */
function expressionOf(value: unknown, substitutes: Substitutes): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return `array[${value.map(each => expressionOf(each, substitutes)).join(', ')}]::text[]`
  const found: string[] = []
  const pattern = new RegExp(substitutes.map(([text]) => text.replaceAll(/[.@]/g, '\\$&')).join('|'), 'g')
  const expressions = new Map(substitutes)
  const text = String(value)
  const format = text.replaceAll(pattern, match => {
    found.push(expressions.get(match) ?? quoted(match))
    return '\u0000'
  })
  if (format === '\u0000') return found[0] ?? 'null'
  if (found.length === 0) return quoted(text)
  return `format(${quoted(format.replaceAll('%', '%%').replaceAll('\u0000', '%s'))}, ${found.join(', ')})`
}

/**
 * Writes recorded statements for pgbench, with an expression in the place of each parameter, of the type that the parameter
 * had.
 *
 * @param substitutes what to put for what, besides {@link placeholders}; a text that contains another comes before it
 */
export const scriptOf = (recorded: readonly RecordedStatement[], substitutes: Substitutes): string =>
  recorded
    .map(({ text, values = [], types }) => {
      const statement = text.replaceAll(/\$(\d+)/g, (_, number: string) => {
        const index = Number(number) - 1
        return `(${expressionOf(values[index], [...freshIds, ...substitutes])})::${types[index] ?? 'text'}`
      })
      return `${statement.trim()};`
    })
    .join('\n')
