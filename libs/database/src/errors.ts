import pg from 'pg'

/**
 * SQLSTATE classes and codes that say the database is unavailable, restarting, out of connections or too busy to answer, that its
 * disk fails, that it takes no writes, or that it refuses the login, whose password is being changed.
 */
const unavailableStates = /^(?:08|28|57P0|53|58|57014$|55P03$|25006$|25P03$|40P01$|40001$)/
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENOENT',
])
/** The driver's message when the server has not answered a query in time, by the client's clock. */
const queryTimeoutMessage = 'Query read timeout'
const driverMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  queryTimeoutMessage,
  'Cannot use a pool after calling end on the pool',
]

/**
 * Whether an error says that the database could not be reached or could not serve, so that the same request may succeed
 * later: network errors, shutdown and restart, exhausted connections, timeouts. A refused statement is not one.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (unavailableStates.test(code) || networkCodes.has(code)) return true
  // For any reason, such as no descriptors, the statement is not at fault.
  if ('syscall' in error && error.syscall === 'connect') return true
  if (driverMessages.some(message => error.message.includes(message))) return true
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  return error.cause !== undefined && isDatabaseUnavailable(error.cause)
}

/** Whether the server ended a statement because it took longer than `statement_timeout`, or was cancelled. */
export const isStatementTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014'

/** Whether the client gave up waiting for the server (`query_timeout`). Its connection is no longer usable. */
export const isQueryTimeout = (error: unknown): error is Error =>
  error instanceof Error && error.message.includes(queryTimeoutMessage)

/** Whether the server refused a statement and still serves its connection. */
export const isRefusedStatement = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR'

const anyState = /^[0-9A-Z]{5}$/

/** The SQLSTATE with which the server refused a statement, also where the error is a cause; undefined for any other error. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string' && anyState.test(error.code)) return error.code
  return sqlStateOf(error.cause)
}

/** Whether a statement failed because of a lock of another session, so that another one may succeed. */
export const isLockFailure = (error: unknown): boolean => /^(?:55P03|40P01)$/.test(sqlStateOf(error) ?? '')

/** The details that a function of the database gives of its refusal: the `detail` of its exception. */
export const refusalDetailOf = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.detail : undefined
