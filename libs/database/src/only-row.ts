/** The row of a statement that always returns one. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('A statement that always returns one row returned none')
  return row
}
