/** An error of the environment in a few words for logs: its name, code and message, at most 300 characters. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const hasCode = 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number')
  // An AggregateError, as Node gives it for a refused connection, has no message of its own.
  const first = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0].message : ''
  const message = (error.message || first).replace(/\s+/g, ' ')
  return `${error.name}${hasCode ? ` ${error.code}` : ''}: ${message}`.slice(0, 300)
}

/**
 * An error that a message's handler threw, in a few words for headers and logs: without addresses, quoted values and long
 * numbers, because what the message says may stand in it.
 */
export function impersonalErrorText(error: unknown): string {
  return errorText(error)
    .replace(/[^\s"'<>]+@[^\s"'<>]+/g, '<address>')
    .replace(/"[^"]*"/g, '"…"')
    .replace(/\+?\d[\d\s-]{7,}\d/g, '<number>')
    .slice(0, 200)
}
