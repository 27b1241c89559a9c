import type { Measured, Variant } from './rounds.ts'

/** A row of the table of rates. */
export type Row = { what: string; connections: number | string; measured: Measured }

/** A target of the project and what was reached. */
export type Target = { name: string; target: string; reached: string; met: boolean }

const fixed = (value: number, digits = 1): string => value.toFixed(digits)

/** A markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Rates and latencies, one row each. */
export const ratesTable = (rows: readonly Row[]): string =>
  table(
    ['what', 'connections', 'per second', 'rounds', 'p50 ms', 'p99 ms', 'errors'],
    rows.map(({ what, connections, measured }) => [
      what,
      String(connections),
      fixed(measured.perSecond, 0),
      `${fixed(measured.slowest, 0)} to ${fixed(measured.fastest, 0)}`,
      fixed(measured.p50),
      fixed(measured.p99),
      String(measured.errors),
    ]),
  )

/** The targets, met or missed. */
export const targetsTable = (targets: readonly Target[]): string =>
  table(
    ['target', 'target', 'reached', ''],
    targets.map(({ name, target, reached, met }) => [name, target, reached, met ? 'met' : '**missed**']),
  )

/** A target for a share: `reached` is at least `wanted`, both as fractions. */
export const atLeast = (name: string, target: number, reached: number): Target => ({
  name,
  target: `at least ${fixed(100 * target, 0)}%`,
  reached: `${fixed(100 * reached, 0)}%`,
  met: reached >= target,
})

/** A target for a factor or an amount: `reached` is at most `wanted`. */
export const atMost = (name: string, target: number, reached: number, unit: string): Target => ({
  name,
  target: `at most ${target}${unit}`,
  reached: `${fixed(reached, unit.includes('MB') ? 0 : 2)}${unit}`,
  met: reached <= target,
})

/** A part of the report. */
export type Results = { rows: Row[]; targets: Target[]; text: string[] }

/** The report of a benchmark: the targets first, then the rates, then the rest. */
export function formatReport(title: string, environmentOf: string, results: readonly Results[]): string {
  const targets = results.flatMap(found => found.targets)
  const rows = results.flatMap(found => found.rows)
  return [
    `# ${title}\n\n${environmentOf}`,
    `## Targets\n\n${targetsTable(targets)}`,
    ...(rows.length === 0 ? [] : [`## Rates\n\n${ratesTable(rows)}`]),
    ...results.flatMap(found => found.text),
  ].join('\n\n')
}

/** How the rate of one compares with that of another; not a number, which meets no target, where the other did nothing. */
export const ratio = (a: Measured | undefined, b: Measured | undefined): number =>
  (a?.perSecond ?? 0) / (b?.perSecond || Number.NaN)

/** Rows of the table of rates. */
export const rowsOf = (variants: readonly Variant[], connections: number, measured: readonly Measured[]): Row[] =>
  variants.flatMap(({ name }, index) => {
    const result = measured[index]
    return result === undefined ? [] : [{ what: name, connections, measured: result }]
  })
