import type { CheckResult } from './audit.ts'

const maxReportedRows = 10

/** The results for a terminal: a line for each rule, below it the first of its violations. */
export function formatReport(results: readonly CheckResult[]): string {
  const warnings = results.filter(({ invariant, rows }) => invariant.holds === 'noted' && rows.length > 0).length
  const checks = results.length - warnings
  const verdict = `${checks - results.filter(isViolated).length} of ${checks} checks passed`
  const noted = warnings === 0 ? [] : [plural(warnings, 'warning')]
  return [...results.flatMap(linesOf), '', [verdict, ...noted].join(', ')].join('\n')
}

/** Whether a rule was violated that allows no exception. */
export const isViolated = ({ invariant, rows }: CheckResult): boolean => invariant.holds !== 'noted' && rows.length > 0

function linesOf({ invariant: { rule, holds }, rows }: CheckResult): string[] {
  if (rows.length === 0) return [`  ok       ${rule}`]
  const summary =
    holds === 'noted'
      ? `  warning  ${rule}: ${plural(rows.length, 'exception')}`
      : `  FAILED   ${rule}: ${plural(rows.length, 'violation')}`
  const pending = holds === 'soon' ? ' (possible while messages are pending: check again)' : ''
  const shown = rows.slice(0, maxReportedRows).map(row => `             ${describeRow(row)}`)
  const more = rows.length > maxReportedRows ? [`             and ${rows.length - maxReportedRows} more`] : []
  return [`${summary}${pending}`, ...shown, ...more]
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const describeRow = (row: Record<string, unknown>): string =>
  Object.entries(row)
    .map(([column, value]) => `${column} ${formatValue(value)}`)
    .join(', ')

function formatValue(value: unknown): string {
  if (value === null) return 'none'
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
