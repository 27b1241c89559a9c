import { createTurns } from '@campstore/core/in-turn'
import type {
  ActedResponse,
  AnswerOnce,
  KeyedOutcome,
  KeyedRequest,
  StoredResponse,
} from '@campstore/core/keyed-request'
import type { Pool } from 'pg'
import type { Queryable } from './database.ts'
import { KeyedTransaction, runKeyed } from './keyed-transaction.ts'
import { firstRow } from './rows.ts'
import { awaitStandby } from './standby.ts'

/** The table of keys in the schema of a service, and the clock by which they age. */
type Keys = { pool: Pool; schema: string; clock(): Date }

type Row = { fingerprint: string; status: number | null; response: string | null }

/** Another request with the key held it for too long: PostgreSQL's `lock_not_available`, so that the client gets a 503. */
class WaitedTooLong extends Error {
  readonly code = '55P03'
}

/** Most keys of a member at a time. Each stands for a change, so no shopper has this many. */
export const maxKeysOfMember = 5_000

/**
 * How long after its arrival a request may begin to act, in milliseconds: as long as one that waits for the key in PostgreSQL may wait
 * (`statement_timeout`). The gateway still waits for the response then, also when several requests wait for each other.
 */
export const longestWaitMs = 8_000

/** Creates the function by which requests with a key act once (docs/architecture/requests.md#idempotency-keys). */
export function createKeyedRequests(keys: Keys): AnswerOnce {
  const inTurn = createTurns()
  return (request, act) => {
    const id = JSON.stringify([request.actorType, request.actorId, request.key])
    const lastBeginning = performance.now() + longestWaitMs
    return inTurn(id, () => answer(keys, request, act, lastBeginning))
  }
}

async function answer(
  keys: Keys,
  request: KeyedRequest,
  act: () => Promise<ActedResponse>,
  lastBeginning: number,
): Promise<KeyedOutcome> {
  const earlier = await findKey(keys, request)
  if (earlier && (earlier.fingerprint !== request.fingerprint || earlier.response !== null))
    return outcomeOf(keys, earlier, request)
  if (performance.now() > lastBeginning) throw new WaitedTooLong('Requests with the same key took too long')
  return request.isInSteps ? actInSteps(keys, request, act) : actOnce(keys, request, act)
}

/**
 * Key, effect and response are one transaction. A concurrent request with the same key waits for the key until it has ended. A request
 * without effect, such as cancelling twice, stores nothing: repeating it has no effect either.
 */
async function actOnce(keys: Keys, request: KeyedRequest, act: () => Promise<ActedResponse>): Promise<KeyedOutcome> {
  // Noted here, because the ORM or a use case may have wrapped the error by then.
  let isTaken = false
  let writtenBefore: number | undefined
  const keyed = new KeyedTransaction(keys.pool, async tx => {
    writtenBefore = await insertKey(keys, tx, request)
    isTaken = writtenBefore === undefined
    if (isTaken) throw new Error('Another request with this key is already committed')
  })
  try {
    const response = await runKeyed(keyed, act)
    await keyed.commit(async tx => {
      const { rows } = await tx.query<{ written: number }>(`select ${rowsWritten} as written`)
      if (rows[0]?.written === writtenBefore) await deleteUnanswered(keys, tx, request)
      else await storeResponse(keys, tx, request, response)
    })
    return { response, isReplayed: false }
  } catch (error) {
    await keyed.end(error)
    if (!isTaken) throw error
    const taken = await findKey(keys, request)
    if (!taken) return 'too many'
    return outcomeOf(keys, taken, request)
  }
}

/**
 * The key is inserted before the steps, and the response is stored after them. If the process ends before, the same request can
 * be sent again and continues: each step has its own key, or changes nothing when repeated.
 */
async function actInSteps(keys: Keys, request: KeyedRequest, act: () => Promise<ActedResponse>): Promise<KeyedOutcome> {
  const isNew = (await insertKey(keys, keys.pool, request)) !== undefined
  if (!isNew) {
    const earlier = await findKey(keys, request)
    if (earlier && (earlier.fingerprint !== request.fingerprint || earlier.response !== null))
      return outcomeOf(keys, earlier, request)
  }
  const response = await act().catch(async error => {
    // An earlier attempt may have done some of the steps, so its key is kept.
    if (isNew) await deleteUnanswered(keys, keys.pool, request)
    throw error
  })
  if (response.isPartial || (await storeResponse(keys, keys.pool, request, response)))
    return { response, isReplayed: false }
  const first = await findKey(keys, request)
  return first?.response == null ? { response, isReplayed: false } : outcomeOf(keys, first, request)
}

/** What a used key says: the first response, as durable as it was the first time, or that another request has used it. */
async function outcomeOf(
  { pool }: Keys,
  { fingerprint, status, response }: Row,
  request: KeyedRequest,
): Promise<KeyedOutcome> {
  if (fingerprint !== request.fingerprint) return 'conflict'
  if (status === null || response === null) throw new Error('A key has no response')
  await awaitStandby(pool)
  return { response: { status, body: response }, isReplayed: true }
}

const valuesOf = ({ actorType, actorId, key }: KeyedRequest) => [`${actorType}_request`, actorId, key]
const isKey = 'scope = $1 and actor_id = $2 and key = $3'

const findKey = async ({ pool, schema }: Keys, request: KeyedRequest): Promise<Row | undefined> =>
  firstRow<Row>(
    pool,
    `
    select fingerprint, status, response::text as response
    from ${schema}.idempotency_key
    where ${isKey}`,
    valuesOf(request),
  )

/** How many rows of tables this transaction has written, and earlier ones whose numbers PostgreSQL has not collected yet. */
const rowsWritten = /* sql */ `(
      select sum(
        pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid) + pg_stat_get_xact_tuples_deleted(oid)
      )::float8
      from pg_class
      where relkind = 'r'
    )`

/** @returns {@link rowsWritten} with the key; undefined where the key is taken, or the member has {@link maxKeysOfMember} */
async function insertKey(
  { schema, clock }: Keys,
  database: Queryable,
  request: KeyedRequest,
): Promise<number | undefined> {
  const { rows } = await database.query<{ written: number | null }>(
    /* sql */ `
    select case when ${schema}.take_key($1, $2, $3, $4, null, $5) is null then ${rowsWritten} end as written
    where $1 <> 'member_request' or ${maxKeysOfMember} > (
      select count(*)
      from (select from ${schema}.idempotency_key where scope = $1 and actor_id = $2 limit ${maxKeysOfMember}) kept
    )`,
    [...valuesOf(request), request.fingerprint, clock()],
  )
  return rows[0]?.written ?? undefined
}

/** @returns whether the key was there without a response */
async function storeResponse(
  { schema }: Keys,
  database: Queryable,
  request: KeyedRequest,
  { status, body }: StoredResponse,
): Promise<boolean> {
  const { rowCount } = await database.query(
    /* sql */ `
    update ${schema}.idempotency_key
    set status = $4, response = $5
    where ${isKey} and response is null`,
    [...valuesOf(request), status, body],
  )
  return rowCount === 1
}

const deleteUnanswered = ({ schema }: Keys, database: Queryable, request: KeyedRequest) =>
  database.query(`delete from ${schema}.idempotency_key where ${isKey} and response is null`, valuesOf(request))
