import { z } from 'zod'

/** A record before it is presented: a timestamp may be a date, and a nullable field may be absent. */
type Presentable<T> = {
  readonly [K in keyof T]:
    | T[K]
    | (string extends Extract<T[K], string> ? Date : never)
    | (null extends T[K] ? undefined : never)
}

type Field = { name: string; isTimestamp: boolean }

const fieldsBySchema = new WeakMap<z.ZodObject, Field[]>()

/**
 * A record in the shape of a schema of the contract: the schema's fields and no others, with timestamps in ISO 8601 and null
 * for absent fields.
 *
 * @param record timestamps are dates, or texts as PostgreSQL writes them
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
  for (const { name, isTimestamp } of fieldsOf(schema)) {
    const value = (name in given ? given[name] : stored[name]) ?? null
    presented[name] = isTimestamp && value !== null ? toTimestamp(value as Date | string) : value
  }
  // The parameter types guarantee that all fields are there.
  return presented as z.input<S>
}

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
    fields = Object.entries(schema.shape).map(([name, field]) => ({ name, isTimestamp: isTimestamp(field) }))
    fieldsBySchema.set(schema, fields)
  }
  return fields
}

const isTimestamp = (field: z.core.$ZodType): boolean =>
  field instanceof z.ZodNullable ? isTimestamp(field.unwrap()) : z.globalRegistry.get(field)?.title === 'timestamp'
