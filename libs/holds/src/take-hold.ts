import type { Queryable, Statement } from '@campstore/database/database'

/** The result of a hold: taken, taken before by the same request, or refused. */
export type HoldResult<Response, Refusal extends string> =
  | { outcome: 'held' | Refusal }
  | { outcome: 'replayed'; response: Response }

/**
 * Takes a hold: one statement, one transaction, all or nothing. The function of the database returns null when it took the hold,
 * or the stored response of the same request as `response`; it raises a refusal.
 *
 * @param refusalOf the refusal that an error stands for; undefined for any other error, which is thrown again
 */
export async function takeHold<Response, Refusal extends string>(
  database: Queryable,
  statement: Statement,
  refusalOf: (error: unknown) => Refusal | undefined,
): Promise<HoldResult<Response, Refusal>> {
  try {
    const { rows } = await database.query<{ response: Response | null }>(statement)
    const response = rows[0]?.response
    return response ? { outcome: 'replayed', response } : { outcome: 'held' }
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal) return { outcome: refusal }
    throw error
  }
}
