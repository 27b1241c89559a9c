import { CampstoreError } from './client.ts'

/** The changed fields of a form; a PATCH leaves the others as they are now. */
export function changedFields<Fields extends object>(fields: Fields, dirty: object): Partial<Fields> {
  const changed = Object.entries(fields).filter(([name]) => Reflect.get(dirty, name))
  // A part of the fields.
  return Object.fromEntries(changed) as Partial<Fields>
}

/**
 * The fields of a change that somebody else has changed meanwhile, to another value: `contact.phone` for a field of a group.
 *
 * @returns each with its present value as a text; the text is empty unless the value is a number or a text other than HTML and an instant
 */
export function overtakenFields(known: object, now: object, changed: object): [name: string, value: string][] {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  return Object.entries(changed).flatMap(([name, wanted]): [string, string][] => {
    const [before, value]: unknown[] = [Reflect.get(known, name), Reflect.get(now, name)]
    if (isSame(value, before) || isSame(value, wanted)) return []
    if (isGroup(before) && isGroup(value) && isGroup(wanted))
      return overtakenFields(before, value, wanted).map(([field, text]) => [`${name}.${field}`, text])
    return [[name, ['string', 'number'].includes(typeof value) && !/^<|^[\d-]{10}T/.test(`${value}`) ? `${value}` : '']]
  })
}

/** Whether a value has fields of its own in the form, as a contact has. */
const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The parts of a form that its action uses. */
export type SentForm = {
  getValues(): object
  setError(field: string, problem: { type: string; message: string }): void
}

/** Errors whose details name the fields at fault. */
const codesOfFields = ['VALIDATION_ERROR', 'CONFLICT', 'BOOKING_DATE_INVALID', 'BOOKING_WINDOW_EXCEEDED']

/** Shows the refusals of the API at the form's fields; false if another reason is left to show. */
export function showAtFields(form: SentForm, error: unknown): boolean {
  if (!(error instanceof CampstoreError) || !codesOfFields.includes(error.code)) return false
  const values = form.getValues()
  const problems = error.details.map(({ path, message }) => ({ field: fieldAt(values, path), message }))
  for (const { field, message } of problems) if (field !== undefined) form.setError(field, { type: 'refused', message })
  return problems.length > 0 && problems.every(({ field }) => field !== undefined)
}

/** The field of a form for a path of its request, `lines.0.quantity`: a request may have a form's fields further inside. */
function fieldAt(values: object, path: string): string | undefined {
  const keys = path.split('.')
  const start = keys.findIndex((_, index) => has(values, keys.slice(index)))
  return start < 0 ? undefined : keys.slice(start).join('.')
}

function has(value: unknown, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined) return true
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false
  return has(Object.getOwnPropertyDescriptor(value, key)?.value, rest)
}
