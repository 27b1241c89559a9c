import type { Found } from './audit.ts'

const rowsTold = 10

/** What was found, for a terminal: a line for each invariant, below it the first of the rows that break it. */
export function reportOf(found: readonly Found[]): string {
  const broken = found.filter(isBroken).length
  const noted = found.filter(({ invariant, rows }) => invariant.holds === 'noted' && rows.length > 0).length
  const verdict = broken === 0 ? `all ${found.length - noted} hold` : `${broken} of ${found.length} do not hold`
  const warnings = noted === 0 ? [] : [`${noted} to be looked at`]
  return [...found.flatMap(linesOf), '', [verdict, ...warnings].join(', ')].join('\n')
}

/** Whether something was found that must not be. */
export const isBroken = ({ invariant, rows }: Found): boolean => invariant.holds !== 'noted' && rows.length > 0

function linesOf({ invariant, rows }: Found): string[] {
  if (rows.length === 0) return [`  ok       no ${withoutArticle(invariant.finding)}`]
  const word = invariant.holds === 'noted' ? 'warning' : 'BROKEN'
  const count = rows.length === 1 ? 'once' : `${rows.length} times`
  const late = invariant.holds === 'soon' ? ' (may be so while messages are under way: look again)' : ''
  const told = rows.slice(0, rowsTold).map(row => `             ${describeRow(row)}`)
  const untold = rows.length > rowsTold ? [`             and ${rows.length - rowsTold} more`] : []
  return [`  ${word.padEnd(8)} ${invariant.finding}: ${count}${late}`, ...told, ...untold]
}

const withoutArticle = (finding: string): string => finding.replace(/^an? /, '')

const describeRow = (row: Record<string, unknown>): string =>
  Object.entries(row)
    .map(([column, value]) => `${column} ${textOf(value)}`)
    .join(', ')

function textOf(value: unknown): string {
  if (value === null) return 'none'
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
