import { ApiError, errorAt } from '@campstore/contract/errors'
import { type Text, text } from '@campstore/contract/texts/text'
import type { Queryable, Statement } from '@campstore/database/database'
import { refusalDetailOf, sqlStateOf } from '@campstore/database/errors'
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
  | { outcome: 'held' | 'outdated' | Refusal; detail?: string | undefined }
  | { outcome: 'replayed'; response: Response }

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
  /** The refusals of only this kind, by the SQLSTATE that the function raises. */
  refusals: Readonly<Record<string, Refusal>>
  /** Nothing is taken unless this SQL has a row, from `from` on; its values are $2 and so on. */
  onlyIf?: { sql: string; values: readonly unknown[] }
}

function statementOf<Response>(
  { kind, schema, table, record, own, limited, onlyIf }: HoldCall<string>,
  { limits, idempotencyKey, fingerprint, response, messages }: HoldRequest<Response>,
): Statement {
  const common = [idempotencyKey, fingerprint, JSON.stringify(response), JSON.stringify(messages)]
  const parameters = [...own, ...common, ...limited.map(limit => limits[limit])]
  const first = [record, ...(onlyIf?.values ?? [])]
  const places = parameters.map((_, index) => `$${first.length + index + 1}`)
  const call = `${schema}.take_hold(json_populate_record(null::${table}, $1), ${places.join(', ')})`
  return {
    name: `take-${kind}-hold`,
    text: `select ${call} as response ${onlyIf?.sql ?? ''}`,
    values: [...first, ...parameters],
  }
}

/**
 * Takes a hold: one statement, one transaction, all or nothing. The function of the database returns null when it took
 * the hold, or the stored response of the same request as `response`; it raises a refusal. Throws for the refusals that
 * every hold can cause; others are returned.
 */
export async function takeHold<Response, Refusal extends string>(
  database: Queryable,
  call: HoldCall<Refusal>,
  request: HoldRequest<Response>,
): Promise<HoldResult<Response, Refusal>> {
  const statement = statementOf(call, request)
  try {
    const { rows } = await committing(() => database.query<{ response: Response | null }>(statement))
    const [row] = rows
    if (!row) return { outcome: 'outdated' }
    const { response } = row
    if (!response) return { outcome: 'held' }
    await awaitStandby(database)
    return { outcome: 'replayed', response }
  } catch (error) {
    const state = sqlStateOf(error) ?? ''
    const detail = refusalDetailOf(error)
    const outcome = call.refusals[state]
    if (outcome === undefined) throw commonRefusal(call.kind, request.limits, state, detail) ?? error
    return { outcome, detail }
  }
}

/**
 * What `begin_hold` and `check_member_limits` refuse, by their SQLSTATE: it begins with CS0 for a booking, with CS3 for an order.
 *
 * @param path the field of the request that asks for too large a share
 */
function commonRefusal(
  kind: HoldKind,
  limits: HoldLimits,
  state: string,
  path: string | undefined,
): ApiError | undefined {
  const conflict = (message: Text) => new ApiError('CONFLICT', message)
  switch (/^CS[03](..)$/.exec(state)?.[1]) {
    case '01':
      return keyReused(kind)
    case '02':
      return conflict(text(`${kind}.limit.open`, { limit: limits.openHolds }))
    case '11':
      return conflict(text('booking.limit.siteNights', { limit: limits.siteNights }))
    case '12':
      return conflict(text(`${kind}.limit.pieces`, { limit: limits.pieces }))
    case '13':
      return errorAt('CONFLICT', path ?? '', text('limit.ofCustomer'), text(`${kind}.limit.share`))
    case '14':
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
