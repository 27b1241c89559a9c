import { z } from 'zod'

/** A record before it is presented: a timestamp may be a date, a number text, and a nullable field may be absent. */
export type Presentable<T> = {
  readonly [K in keyof T]:
    | T[K]
    | (string extends Extract<T[K], string> ? Date : never)
    | (number extends Extract<T[K], number> ? string : never)
    | (null extends T[K] ? undefined : never)
}

type Field = { name: string; kind: 'timestamp' | 'number' | z.ZodObject | undefined }

const fieldsBySchema = new WeakMap<z.ZodObject, Field[]>()

/**
 * A record in the shape of a schema of the contract: the schema's fields and no others, with timestamps in ISO 8601 and null
 * for absent fields. A field that is an object has the shape of its own schema.
 *
 * @param record timestamps are dates, or texts as PostgreSQL and its JSON write them; the driver returns a bigint as text
 * @param fields missing in the record, or there under another name or with another value
 */
export function present<S extends z.ZodObject, F extends Partial<z.input<S>> = Record<never, never>>(
  schema: S,
  record: Presentable<Omit<z.input<S>, keyof F>>,
  fields?: F,
): z.input<S> {
  const given: Readonly<Record<string, unknown>> = fields ?? {}
  const stored = record as Readonly<Record<string, unknown>>
  const presented: Record<string, unknown> = {}
  for (const { name, kind } of fieldsOf(schema)) {
    const value = (name in given ? given[name] : stored[name]) ?? null
    if (value === null || kind === undefined) presented[name] = value
    else if (kind === 'number') presented[name] = Number(value)
    else if (kind === 'timestamp') presented[name] = toTimestamp(value as Date | string)
    else presented[name] = present(kind, value as Readonly<Record<string, unknown>>)
  }
  // The parameter types guarantee that all fields are there.
  return presented as z.input<S>
}

/** The presenter of records that have every field of a schema. */
export const presenterOf =
  <S extends z.ZodObject>(schema: S) =>
  (record: Presentable<Omit<z.input<S>, never>>): z.input<S> =>
    present(schema, record)

/** As PostgreSQL writes a timestamp in UTC: `2026-11-22 08:30:00.123456+00`. */
const storedUtc = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/

/** JavaScript reads the year of `0042-03-01 00:00:00+00` as 2042. To convert every timestamp would be slow. */
function toTimestamp(value: Date | string): string {
  if (value instanceof Date) return value.toISOString()
  const [, day, time, fraction = ''] = storedUtc.exec(value) ?? []
  if (day !== undefined) return `${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
  return new Date(value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()
}

function fieldsOf(schema: z.ZodObject): Field[] {
  let fields = fieldsBySchema.get(schema)
  if (!fields) {
    fields = Object.entries(schema.shape).map(([name, field]) => ({ name, kind: kindOf(field) }))
    fieldsBySchema.set(schema, fields)
  }
  return fields
}

function kindOf(field: z.core.$ZodType): Field['kind'] {
  if (field instanceof z.ZodNullable) return kindOf(field.unwrap())
  if (field instanceof z.ZodNumber) return 'number'
  if (field instanceof z.ZodObject) return field
  return z.globalRegistry.get(field)?.title === 'timestamp' ? 'timestamp' : undefined
}
