import { z } from 'zod'

/** One row of a table of fields. */
export type FieldRow = { path: string; type: string; required: boolean; description: string }

/** What is read of a JSON Schema. */
export type JsonSchema = {
  type?: string | string[]
  title?: string
  description?: string
  format?: string
  default?: unknown
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | false
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
}

/**
 * The fields of a schema, each nested object followed by its own fields (`items[].quantity`).
 *
 * @param io whether the schema is read as clients send it or as they receive it
 */
export const fieldRows = (schema: z.ZodType, io: 'input' | 'output'): FieldRow[] =>
  rowsOf(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema)

/** The fields of a JSON Schema without references. */
export function rowsOf(schema: JsonSchema, prefix = ''): FieldRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const required = schema.required?.includes(name) ?? false
    const row = {
      path,
      type: typeOf(field),
      required: required && field.default === undefined,
      description: textOf(field),
    }
    return [row, ...nestedRows(field, path)]
  })
}

function nestedRows(field: JsonSchema, path: string): FieldRow[] {
  const shape = withoutNull(field)
  if (shape.type === 'array' && shape.items) return nestedRows(shape.items, `${path}[]`)
  return rowsOf(shape, `${path}.`)
}

const isNull = (schema: JsonSchema): boolean => schema.type === 'null'

/** The one alternative that is not null, with the description of the whole; other unions stay. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const [only, ...others] = schema.anyOf?.filter(alternative => !isNull(alternative)) ?? []
  return only && others.length === 0 ? only : schema
}

/** One of the types of a schema that has several, without the title of all. */
const alternative = ({ title: _, ...schema }: JsonSchema, type: string): JsonSchema =>
  type === 'null' ? { type } : { ...schema, type }

function textOf(field: JsonSchema): string {
  const description = field.description ?? withoutNull(field).description ?? ''
  if (field.default === undefined) return description
  const value = Array.isArray(field.default) ? JSON.stringify(field.default) : String(field.default)
  return `${description}. Default \`${value}\``
}

function typeOf(schema: JsonSchema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  if (Array.isArray(schema.type)) return schema.type.map(type => typeOf(alternative(schema, type))).join(' or ')
  if (schema.title) return schema.title
  if (schema.const !== undefined) return `\`${String(schema.const)}\``
  if (schema.enum) return schema.enum.map(value => `\`${String(value)}\``).join(', ')
  if (schema.type === 'array') return `array of ${schema.items ? typeOf(schema.items) : 'any'}`
  if (schema.type === 'string') return `string${lengthOf(schema)}`
  if (schema.type === 'integer' || schema.type === 'number') return `${schema.type}${rangeOf(schema)}`
  return schema.type ?? 'any'
}

function lengthOf({ minLength, maxLength }: JsonSchema): string {
  if (maxLength !== undefined) return minLength ? ` (${minLength} to ${maxLength})` : ` (at most ${maxLength})`
  return minLength === undefined ? '' : ' (not empty)'
}

/** Greatest number of a column of the database; a field with this limit has none for readers. */
const databaseLimit = 2_147_483_647

function rangeOf({ minimum, maximum, exclusiveMinimum }: JsonSchema): string {
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1)
  const from = least === undefined || least <= -databaseLimit ? undefined : least
  const to = maximum === undefined || maximum >= databaseLimit ? undefined : maximum
  if (from !== undefined && to !== undefined) return ` (${from} to ${to})`
  return from === undefined ? '' : ` (from ${from})`
}
