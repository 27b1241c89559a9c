import { isDatabaseUnavailable, sqlStateOf } from '@campstore/database/errors'

/** Thrown by a handler when no attempt can process the message: it is parked. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError'
}

/** Thrown by a handler when the message cannot be processed yet, for a reason outside of the message. */
export class TransientError extends Error {
  override readonly name = 'TransientError'
}

/**
 * The meaning of a handler's exception for its message. `permanent`: the message itself is at fault. `transient`: it is not,
 * for example when the database is unavailable or refuses access. `unknown`: either is possible.
 */
type FailureClass = 'permanent' | 'transient' | 'unknown'

/** SQLSTATE classes of data exceptions and constraint violations, which the content of a message causes. */
const dataStates = /^2[23]...$/
/** SQLSTATE class of exceptions that our own functions raise. */
const raisedStates = /^(P0|CS)...$/

/**
 * Classifies an exception. Only a certain fault of the message is `permanent`: a missing migration, a revoked grant or
 * a wrong password makes every message fail, and none may be parked for it.
 */
export function classifyFailure(error: unknown): FailureClass {
  if (error instanceof PermanentError) return 'permanent'
  if (error instanceof TransientError || isDatabaseUnavailable(error)) return 'transient'
  const state = sqlStateOf(error)
  if (state === undefined || raisedStates.test(state)) return 'unknown'
  return dataStates.test(state) ? 'permanent' : 'transient'
}
