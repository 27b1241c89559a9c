/** SQL expression for what identifies the state of the catalogue. */
export const revision = /* sql */ `(select token from catalog.revision where id = 1)`

/** The row of a statement that always returns one. */
export function onlyRow<Row>([row]: Row[]): Row {
  if (!row) throw new Error('A statement that always returns one row returned none')
  return row
}
