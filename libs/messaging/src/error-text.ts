/** An error in one line for logs: its name, code and message, at most 300 characters. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const hasCode = 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number')
  // Node gives an AggregateError without a message for a refused connection.
  const first = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0].message : ''
  const message = (error.message || first).replace(/\s+/g, ' ')
  return `${error.name}${hasCode ? ` ${error.code}` : ''}: ${message}`.slice(0, 300)
}

/**
 * An error of a message handler in one line, for headers and logs. E-mail addresses, quoted values and long numbers are
 * removed, because they may come from the message.
 */
export const redactedErrorText = (error: unknown): string =>
  errorText(error)
    .replace(/[^\s"'<>]+@[^\s"'<>]+/g, '<address>')
    .replace(/"[^"]*"/g, '"…"')
    .replace(/\+?\d[\d\s-]{7,}\d/g, '<number>')
    .slice(0, 200)
