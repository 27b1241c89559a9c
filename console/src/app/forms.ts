/** The fields of a form that were changed; a PATCH leaves the others as they are now. */
export function changedFields<Fields extends object>(
  fields: Fields,
  dirty: Readonly<Partial<Record<keyof Fields, unknown>>>,
): Partial<Fields> {
  const changed = Object.entries(fields).filter(([name]) => dirty[name as keyof Fields])
  // A part of the fields.
  return Object.fromEntries(changed) as Partial<Fields>
}
