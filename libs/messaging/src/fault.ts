import { isDatabaseUnavailable } from '@campstore/database/errors'

/** What a handler throws at a message that no attempt can read: it is parked. */
export class MessageFault extends Error {
  override readonly name = 'MessageFault'
}

/** What a handler throws when a message cannot be handled yet, and the message has no part in it. */
export class NotYet extends Error {
  override readonly name = 'NotYet'
}

/**
 * What an exception of a handler says of its message. `message`: the fault is in the message. `environment`: it is not, such as
 * a database that is away or that refuses us. `unknown`: it may be either.
 */
export type Fault = 'message' | 'environment' | 'unknown'

/** SQLSTATE of data exceptions, and of constraints that what the message says would break. */
const messageStates = /^2[23]...$/
/** SQLSTATE of exceptions that our own functions raise. */
const ownStates = /^P0...$/
const anyState = /^[0-9A-Z]{5}$/

/**
 * Judges an exception. Only what is surely the message's own fault is called so: a database that is not migrated, a grant that
 * was taken away or a wrong password fail each message that comes, and none of them may be given up for it.
 */
export function faultOf(error: unknown): Fault {
  if (error instanceof MessageFault) return 'message'
  if (error instanceof NotYet || isDatabaseUnavailable(error)) return 'environment'
  const state = stateOf(error)
  if (state === undefined || ownStates.test(state)) return 'unknown'
  return messageStates.test(state) ? 'message' : 'environment'
}

/** The SQLSTATE of an exception, or of what caused it. */
function stateOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string' && anyState.test(error.code)) return error.code
  return stateOf(error.cause)
}
