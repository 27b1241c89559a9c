import { openDatabase, type Statement } from '@campstore/database/database'
import { newId } from '@campstore/ids/new-id'
import { createLogger } from '@campstore/telemetry/log'
import type { Pool } from 'pg'
import { entities } from '../../services/booking/src/persistence/entities.ts'
import { startCheckout } from '../../services/booking/src/use-cases/start-checkout.ts'
import {
  campgroundCount,
  campgroundId,
  crowdPerStay,
  dateInDays,
  dayCount,
  firstDay,
  hotStays,
  memberCount,
  type Pattern,
  zoneId,
  zonesPerCampground,
} from './crowd.ts'

/**
 * Records the statements of one checkout, as the use case itself sends them, so that the comparison cannot drift from what
 * is compared.
 *
 * @param url of a database that {@link fillDatabase} has filled; the checkout leaves a booking in it
 */
async function recordCheckout(url: string): Promise<RecordedStatement[]> {
  const database = await openDatabase({ url, poolSize: 1, entities, applicationName: 'bench' })
  const recorded: Statement[] = []
  const pool = new Proxy(database.pool, {
    get(target: Pool, property) {
      if (property !== 'query') return Reflect.get(target, property)
      return (statement: Statement) => {
        recorded.push(statement)
        return target.query(statement)
      }
    },
  })
  let ids = 0
  const nextId = () => {
    ids += 1
    return ids === 1 ? placeholders.booking : `${placeholders.message}${ids}`
  }
  const checkout = startCheckout({
    database: { ...database, pool },
    clock: () => new Date(),
    newId: nextId,
    holdSeconds: 900,
    signalOutbox: () => {},
    log: createLogger('bench', 'silent'),
  })
  const member = {
    kind: 'member',
    customerId: 'load-1',
    name: 'Load Member 1',
    email: 'load-member-1@members.test',
    status: 'active',
  } as const
  try {
    await checkout(
      {
        campgroundId: campgroundId(1),
        checkIn: dateInDays(firstDay),
        checkOut: dateInDays(firstDay + 2),
        guestCount: 2,
        zones: [{ zoneId: zoneId(1, 1), quantity: 1 }],
        rentals: [],
        paymentMethod: 'gateway-credit',
        idempotencyKey: placeholders.key,
      },
      member,
    )
    // The server knows what types it gave the parameters; a named statement is prepared once per connection.
    const { rows } = await database.pool.query<{ name: string; types: string[] }>(
      'select name, parameter_types::text[] as types from pg_prepared_statements',
    )
    const types = new Map(rows.map(row => [row.name, row.types]))
    return recorded.map(statement => ({ ...statement, types: types.get(statement.name ?? '') ?? [] }))
  } finally {
    await database.close()
  }
}

/** A statement with its values and the types of its parameters. */
type RecordedStatement = Statement & { types: readonly string[] }

const placeholders = { key: `key-${newId()}`, booking: `booking-${newId()}`, message: `message-${newId()}-` }

/** What stands in the recorded values for what differs from checkout to checkout, and the SQL that makes it. */
const substitutes = (): [string, string][] => [
  [placeholders.key, "('k' || :n || '-' || :client_id)"],
  [placeholders.booking, "('b' || :n || '-' || :client_id)"],
  [placeholders.message, "('m' || :n || '-' || :client_id || '-')"],
  [zoneId(1, 1), "('camp-' || :camp || '-zone-' || :zone)"],
  [campgroundId(1), "('camp-' || :camp)"],
  ['load-member-1@', "('load-member-' || :member || '@')"],
  ['load-1', "('load-' || :member)"],
  [dateInDays(firstDay + 2), '((current_date + :day::integer + :nights::integer)::text)'],
  [dateInDays(firstDay), '((current_date + :day::integer)::text)'],
]

/** An SQL text whose colons pgbench does not take for its variables. */
const quoted = (text: string): string =>
  `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')}'`

/** A recorded value as an SQL expression in which every checkout is another one. */
function expressionOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return `array[${value.map(expressionOf).join(', ')}]::text[]`
  const withoutFormat = (text: string) => text.replaceAll('%', '%%')
  const found: string[] = []
  const pattern = new RegExp(
    substitutes()
      .map(([text]) => text.replaceAll(/[.@]/g, '\\$&'))
      .join('|'),
    'g',
  )
  const expressions = new Map(substitutes())
  const text = String(value)
  const format = text.replaceAll(pattern, match => {
    found.push(expressions.get(match) ?? quoted(match))
    return '\u0000'
  })
  if (format === '\u0000') return found[0] ?? 'null'
  if (found.length === 0) return quoted(text)
  return `format(${quoted(withoutFormat(format).replaceAll('\u0000', '%s'))}, ${found.join(', ')})`
}

/** The statement with an expression in the place of each parameter, of the type that the parameter had. */
const withExpressions = ({ text, values = [], types }: RecordedStatement): string =>
  text.replaceAll(/\$(\d+)/g, (_, number: string) => {
    const index = Number(number) - 1
    return `(${expressionOf(values[index])})::${types[index] ?? 'text'}`
  })

const choices: Record<Pattern, string> = {
  spread: `\\set n :n + 1
\\set member random(1, ${memberCount})
\\set camp random(1, ${campgroundCount})
\\set zone random(1, ${zonesPerCampground})
\\set day random(${firstDay}, ${firstDay + dayCount - 1})
\\set nights random(1, 3)`,
  hot: `\\set n :n + 1
\\set member random(1, ${memberCount})
\\set camp 1
\\set zone 1
\\set day ${firstDay} + 2 * (((:n - :first) * :clients / ${crowdPerStay}) % ${hotStays})
\\set nights 2`,
}

/**
 * Writes the checkout transaction as a script for pgbench: the recorded statements, in which members, zones, dates, keys and
 * ids change by the same rules as the load generator's. The variables `n` (start of the numbering) and `clients` are given.
 *
 * @param url of a database that the checkout may be recorded on
 */
export async function checkoutScripts(url: string): Promise<Record<Pattern, string>> {
  const recorded = await recordCheckout(url)
  const statements = recorded.map(statement => `${withExpressions(statement).trim()};`).join('\n')
  const script = (pattern: Pattern) => `${choices[pattern]}\n${statements}\n`
  return { spread: script('spread'), hot: script('hot') }
}
