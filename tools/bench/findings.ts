import { type Row, ratesTable, type Target, targetsTable } from './report.ts'
import type { Contender, Measured } from './rounds.ts'

/** A part of the report. */
export type Findings = { rows: Row[]; targets: Target[]; text: string[] }

/** The report of a benchmark: the targets first, then the rates, then the rest. */
export function reportOf(title: string, circumstances: string, findings: readonly Findings[]): string {
  const targets = findings.flatMap(found => found.targets)
  const rows = findings.flatMap(found => found.rows)
  return [
    `# ${title}\n\n${circumstances}`,
    `## Targets\n\n${targetsTable(targets)}`,
    ...(rows.length === 0 ? [] : [`## Rates\n\n${ratesTable(rows)}`]),
    ...findings.flatMap(found => found.text),
  ].join('\n\n')
}

/** How the rate of one compares with that of another; not a number, which meets no target, where the other did nothing. */
export const ratio = (a: Measured | undefined, b: Measured | undefined): number =>
  (a?.perSecond ?? 0) / (b?.perSecond || Number.NaN)

/** Rows of the table of rates. */
export const rowsOf = (contenders: readonly Contender[], connections: number, measured: readonly Measured[]): Row[] =>
  contenders.flatMap(({ name }, index) => {
    const result = measured[index]
    return result === undefined ? [] : [{ what: name, connections, measured: result }]
  })
