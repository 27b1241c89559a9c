import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import type { Queryable, Statement } from '@campstore/database/database'
import { refusalDetailOf, sqlStateOf } from '@campstore/database/errors'
import { committing } from '@campstore/database/open-transaction'
import { awaitStandby, hasSynchronousStandbys } from '@campstore/database/standby'
import type { OutboxMessage } from '@campstore/messaging/outbox'
import type { HoldKind, HoldRecords } from './hold-definition.ts'
import { beyondLimit, type HoldLimits, isLimitRefusal, type LimitRefusal } from './hold-limits.ts'
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

/** The result of a hold: taken, taken before by the same request, or refused with the details of the database. */
export type HoldResult<Response, Refusal extends string> =
  | { outcome: 'held' | Refusal; detail?: string | undefined }
  | { outcome: 'replayed'; response: Response }

export type CommonRefusal = 'idempotency_key_reused' | 'customer_not_active' | LimitRefusal

/** What every hold writes besides its record, and the member's limits. */
export type HoldRequest<Response> = {
  limits: HoldLimits
  idempotencyKey: string
  fingerprint: string
  response: Response
  messages: readonly OutboxMessage[]
}

/** The call of the function `take_hold` of a kind. */
type HoldCall<Refusal extends string> = HoldRecords & {
  table: string
  /** The record as JSON of the table's row. */
  record: string
  /** The parameters of this kind. */
  own: readonly unknown[]
  /** The limits that the function checks, in the order of its parameters. */
  limited: readonly (keyof HoldLimits)[]
  /** Refusals by the SQLSTATE that the function raises. */
  refusals: Readonly<Record<string, Refusal>>
}

function statementOf<Response>(
  { kind, schema, table, record, own, limited }: HoldCall<string>,
  { limits, idempotencyKey, fingerprint, response, messages }: HoldRequest<Response>,
): Statement {
  const common = [idempotencyKey, fingerprint, JSON.stringify(response), JSON.stringify(messages)]
  const parameters = [...own, ...common, ...limited.map(limit => limits[limit])]
  const places = parameters.map((_, index) => `$${index + 2}`)
  return {
    name: `take-${kind}-hold`,
    text: `select ${schema}.take_hold(json_populate_record(null::${table}, $1), ${places.join(', ')}) as response`,
    values: [record, ...parameters],
  }
}

/**
 * Takes a hold: one statement, one transaction, all or nothing. The function of the database returns null when it took the hold,
 * or the stored response of the same request as `response`; it raises a refusal.
 *
 * @throws {ApiError} for the refusals that every hold can cause; others are returned
 */
export async function takeHold<Response, Refusal extends string>(
  database: Queryable,
  call: HoldCall<Refusal>,
  request: HoldRequest<Response>,
): Promise<HoldResult<Response, Exclude<Refusal, CommonRefusal>>> {
  const { kind, refusals } = call
  const statement = statementOf(call, request)
  try {
    const { rows } = await committing(() => database.query<{ response: Response | null }>(statement))
    const response = rows[0]?.response
    if (!response) return { outcome: 'held' }
    await awaitStandby(database)
    return { outcome: 'replayed', response }
  } catch (error) {
    const refusal = refusals[sqlStateOf(error) ?? '']
    if (!refusal) throw error
    if (refusal === 'idempotency_key_reused') throw keyReused(kind)
    if (refusal === 'customer_not_active') throw customerNotActive()
    if (isLimitRefusal(refusal)) throw beyondLimit(kind, request.limits, refusal, refusalDetailOf(error))
    return { outcome: refusal as Exclude<Refusal, CommonRefusal>, detail: refusalDetailOf(error) }
  }
}

/**
 * The first response of a used idempotency key, as durable as it was the first time.
 *
 * @throws {ApiError} for another request (docs/contract/conventions.md#idempotency)
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
