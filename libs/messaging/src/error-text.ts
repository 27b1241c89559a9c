/**
 * An error in a few words for logs and message headers: its name, code and message without what could name a person,
 * at most 200 characters.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const code =
    'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? ` ${error.code}` : ''
  // An AggregateError, as Node gives it for a refused connection, has no message of its own.
  const cause = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0].message : ''
  return `${error.name}${code}: ${withoutPersonal(error.message || cause)}`.slice(0, 200)
}

function withoutPersonal(text: string): string {
  return text
    .replace(/[^\s"'<>]+@[^\s"'<>]+/g, '<address>')
    .replace(/"[^"]*"/g, '"…"')
    .replace(/\+?\d[\d\s-]{7,}\d/g, '<number>')
    .replace(/\s+/g, ' ')
}
