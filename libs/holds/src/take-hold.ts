import { ApiError, errorAt } from '@campstore/contract/errors'
import { type Text, text } from '@campstore/contract/texts/text'
import { again, batched } from '@campstore/database/batched'
import type { Queryable, Statement } from '@campstore/database/database'
import { committing } from '@campstore/database/open-transaction'
import { awaitStandby, hasSynchronousStandbys } from '@campstore/database/standby'
import type { OutboxMessage } from '@campstore/messaging/outbox'
import type { HoldKind, HoldRecords } from './hold-definition.ts'
import type { HoldLimits } from './hold-limits.ts'
import { customerNotActive } from './member-lock.ts'

/**
 * An idempotency key that was used: the request's fingerprint, its first response, and whether commits of this server wait for
 * a standby.
 */
export type UsedKey<Response> = { fingerprint: string; response: Response; awaitsStandby: boolean }

/** SQL of a {@link UsedKey} from a row of a table of idempotency keys. */
export const usedKeyJson = /* sql */ `json_build_object(
        'fingerprint', fingerprint, 'response', response, 'awaitsStandby', ${hasSynchronousStandbys}
      )`

/**
 * The result of a hold: taken, taken before by the same request, outdated by its condition, or refused with the details of the
 * database.
 */
export type HoldResult<Response, Refusal extends string> =
  | { outcome: 'held' | 'outdated' | Refusal; detail: string | null }
  | { outcome: 'replayed'; response: Response }

/** What every hold writes. */
export type HoldRequest<Response> = {
  /** The record as a row of its table, by the names of its columns. */
  record: Row
  idempotencyKey: string
  fingerprint: string
  response: Response
  messages: readonly OutboxMessage[]
}

type Row = Readonly<Record<string, unknown>>

/** The settings of a process. */
export type HoldSettings = {
  /** The limits of one member's holds. */
  holdLimits: HoldLimits
  /** Makes the timer of holds that are held together; without it they have none. */
  holdTimer?: (() => OutboxMessage) | undefined
}

/** How the holds of a kind are taken. */
export type BatchDefinition<Hold, Refusal extends string> = HoldRecords &
  HoldSettings & {
    /** The limits that the function `take_holds` checks, in the order of its parameters. */
    limited: readonly (keyof HoldLimits)[]
    /** The refusals of only this kind, by the outcome of the function. */
    refusals: readonly Refusal[]
    /** The parameters of only this kind. */
    parametersOf(holds: readonly Hold[]): unknown[]
    /** The number of lines of a hold. */
    sizeOf(hold: Hold): number
  }

type Outcome<Response> = { outcome: string; response: Response | null; detail: string | null }

/** Most lines of the holds of one statement: most holds have one. */
const batchSize = 64

/**
 * Creates a function that takes holds, each all or nothing. Holds of this process that wait at the same time go as one statement and
 * transaction, of one member one after another; an idle process takes a hold at once. Each has an outcome of its own, after the
 * commit. If the statement fails, each is repeated alone, under its key. The function throws for the refusals that every hold can
 * cause; it returns others.
 */
export function createHolds<Response, Hold extends HoldRequest<Response>, Refusal extends string>(
  database: Queryable,
  definition: BatchDefinition<Hold, Refusal>,
): (hold: Hold) => Promise<HoldResult<Response, Refusal>> {
  const { kind, holdLimits, refusals, sizeOf } = definition
  const isRefusal = (outcome: string): outcome is Refusal => (refusals as readonly string[]).includes(outcome)
  const take = batched(
    async (holds: readonly Hold[]) => {
      const { rows } = await committing(() => database.query<Outcome<Response>>(statementOf(definition, holds)))
      return rows.map(row => (row.outcome === 'again' ? again : row))
    },
    { concurrency: 1, batchSize, sizeOf, keyOf: ({ record }) => String(record.customer_id) },
  )
  return async hold => {
    const { outcome, response, detail } = await take(hold)
    if (response) {
      await awaitStandby(database)
      return { outcome: 'replayed', response }
    }
    if (outcome === 'held' || outcome === 'outdated' || isRefusal(outcome)) return { outcome, detail }
    throw commonRefusal(kind, holdLimits, outcome, detail) ?? new Error(`Unknown outcome of a hold: ${outcome}`)
  }
}

/** The statement that takes holds, with a row for each: its outcome, and what is returned with it. */
export function statementOf<Hold extends HoldRequest<unknown>>(
  { kind, schema, holdLimits, holdTimer, limited, parametersOf }: BatchDefinition<Hold, string>,
  holds: readonly Hold[],
): Statement {
  const messages = holds.flatMap(({ messages }, index) => messages.map(message => ({ hold: index + 1, ...message })))
  const values = [
    JSON.stringify(holds.map(({ record }) => record)),
    JSON.stringify(holds.map(({ response }) => response)),
    JSON.stringify(messages),
    holdTimer && JSON.stringify(holdTimer()),
    holds.map(({ record }) => record.id),
    holds.map(({ record }) => record.customer_id),
    holds.map(({ idempotencyKey }) => idempotencyKey),
    holds.map(({ fingerprint }) => fingerprint),
    ...parametersOf(holds),
    ...limited.map(limit => holdLimits[limit]),
  ]
  const places = values.map((_, index) => `$${index + 1}`).join(', ')
  return { name: `take-${kind}-holds`, text: `select * from ${schema}.take_holds(${places})`, values }
}

/**
 * The lines of holds as parameters of `take_holds`: the number of the hold of each, and an array of each field.
 *
 * @param linesOf the lines of a hold
 */
export function lineParameters<Hold, Line>(
  holds: readonly Hold[],
  linesOf: (hold: Hold) => readonly Line[],
  fields: readonly (keyof Line)[],
): unknown[] {
  const lines = holds.map(linesOf)
  const all = lines.flat()
  return [lines.flatMap((own, index) => own.map(() => index + 1)), ...fields.map(field => all.map(line => line[field]))]
}

/**
 * What `begin_holds` and `check_member_limits` refuse.
 *
 * @param path the field of the request that asks for too large a share
 */
function commonRefusal(kind: HoldKind, limits: HoldLimits, outcome: string, path: string | null): ApiError | undefined {
  const conflict = (message: Text) => new ApiError('CONFLICT', message)
  switch (outcome) {
    case 'key_reused':
      return keyReused(kind)
    case 'too_many_open_holds':
      return conflict(text(`${kind}.limit.open`, { limit: limits.openHolds }))
    case 'too_many_site_nights':
      return conflict(text('booking.limit.siteNights', { limit: limits.siteNights }))
    case 'too_many_pieces':
      return conflict(text(`${kind}.limit.pieces`, { limit: limits.pieces }))
    case 'too_large_share':
      return errorAt('CONFLICT', path ?? '', text('limit.ofCustomer'), text(`${kind}.limit.share`))
    case 'customer_not_active':
      return customerNotActive()
    default:
      return undefined
  }
}

/**
 * The first response of a used idempotency key, as durable as it was the first time. Throws for another request
 * (docs/contract/conventions.md#idempotency).
 */
export async function replay<Response>(
  database: Queryable,
  kind: HoldKind,
  used: UsedKey<Response>,
  fingerprint: string,
): Promise<Response> {
  if (used.fingerprint !== fingerprint) throw keyReused(kind)
  if (used.awaitsStandby) await awaitStandby(database)
  return used.response
}

const keyReusedCode = { booking: 'IDEMPOTENCY_CONFLICT', order: 'CONFLICT' } as const

const keyReused = (kind: HoldKind): ApiError => new ApiError(keyReusedCode[kind], text('key.reused'))
