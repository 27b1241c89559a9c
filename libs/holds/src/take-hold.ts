import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import type { Queryable, Statement } from '@campstore/database/database'
import { refusalDetailOf, sqlStateOf } from '@campstore/database/errors'
import { committing } from '@campstore/database/open-transaction'
import { awaitStandby, hasSynchronousStandbys } from '@campstore/database/standby'
import type { HoldKind } from './hold-definition.ts'
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

type HoldRequest<Refusal extends string> = {
  kind: HoldKind
  limits: HoldLimits
  statement: Statement
  /** Refusals by the SQLSTATE that the function of the database raises. */
  refusals: Readonly<Record<string, Refusal>>
}

/**
 * Takes a hold: one statement, one transaction, all or nothing. The function of the database returns null when it took the hold,
 * or the stored response of the same request as `response`; it raises a refusal.
 *
 * @throws {ApiError} for the refusals that every hold can cause; others are returned
 */
export async function takeHold<Response, Refusal extends string>(
  database: Queryable,
  { kind, limits, statement, refusals }: HoldRequest<Refusal>,
): Promise<HoldResult<Response, Exclude<Refusal, CommonRefusal>>> {
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
    if (isLimitRefusal(refusal)) throw beyondLimit(kind, limits, refusal, refusalDetailOf(error))
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
