/**
 * Rows of cells in columns for a terminal; each line is indented.
 *
 * @param isRight whether the cells of a column stand at its right, as numbers do
 */
export function textTable(rows: readonly (readonly string[])[], isRight = (_column: number) => false): string[] {
  const columns = Math.max(...rows.map(row => row.length))
  const widths = Array.from({ length: columns }, (_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  const padded = (cell: string, column: number) =>
    isRight(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)
  return rows.map(row => `  ${row.map(padded).join('  ')}`.trimEnd())
}
