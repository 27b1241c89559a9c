import { z } from 'zod'
import type { Component } from './components.ts'

/** A JSON Schema, or any other object of a document. */
export type Json = { [key: string]: unknown }

type Direction = 'input' | 'output'

export type SchemaCollection = ReturnType<typeof createSchemaCollection>

/**
 * Converts declarations to JSON Schema; named schemas are referenced and collected.
 *
 * @param named schemas that have a name from the beginning
 */
export function createSchemaCollection(named: Record<string, Component>) {
  const names = new Map<z.core.$ZodType, { id: string; description: string }>()
  for (const [id, { schema, description }] of Object.entries(named)) names.set(schema, { id, description })
  const found = new Map<string, Json>()

  // zod reads only these two of a registry.
  const lookUp = {
    get: (schema: z.core.$ZodType) => ({ ...names.get(schema), ...z.globalRegistry.get(schema) }),
    has: (schema: z.core.$ZodType) => names.has(schema) || z.globalRegistry.has(schema),
  }
  const metadata = lookUp as unknown as typeof z.globalRegistry

  const collect = (name: string, schema: Json): void => {
    const known = found.get(name)
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`Two schemas are named "${name}".`)
    found.set(name, schema)
  }

  /** The schema, with references to named ones. */
  const convert = (schema: z.ZodType, io: Direction): Json => {
    const converted: Json = z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata })
    const { $schema: _, $defs = {}, ...root } = converted
    for (const [name, { id: __, ...definition }] of Object.entries($defs as Record<string, Json>))
      collect(name, simplified(definition, io))
    return simplified(root, io)
  }

  return {
    convert,
    /** A reference to the schema under this name, or under the name that it has already. */
    refer(name: string, { schema, description }: Component, io: Direction): Json {
      if (!names.has(schema)) names.set(schema, { id: name, description })
      return convert(schema, io)
    },
    /** The named schemas that were referred to, by name. */
    collected: (): Record<string, Json> => Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** A schema as readers and generators of clients want it: the same values are valid. */
function simplified(schema: Json, io: Direction): Json {
  const parts = Object.entries(schema).map(([key, value]) => [key, simplifiedPart(key, value, io)])
  const result: Json = Object.fromEntries(parts)
  if (typeof result.$ref === 'string') result.$ref = result.$ref.replace('#/$defs/', '#/components/schemas/')
  // Clients ignore fields that they do not know, so a response may get further ones.
  if (io === 'output' && result.additionalProperties === false) delete result.additionalProperties
  if (result.type === 'integer') simplifyInteger(result)
  // The format says it, and in an answer the description of the component.
  if (result.format === 'date-time') result.pattern = undefined
  if (result.title === 'date') result.format = 'date'
  result.title = undefined
  return withoutUndefined(result)
}

function simplifiedPart(key: string, value: unknown, io: Direction): unknown {
  if (key === 'properties') return mapped(value as Record<string, Json>, field => simplified(field, io))
  if (['default', 'const', 'enum', 'examples'].includes(key)) return value
  if (Array.isArray(value)) return value.map(each => (isObject(each) ? simplified(each, io) : each))
  return isObject(value) ? simplified(value, io) : value
}

function simplifyInteger(schema: Json): void {
  if (schema.exclusiveMinimum === 0) {
    schema.minimum = 1
    schema.exclusiveMinimum = undefined
  }
  if (schema.maximum === Number.MAX_SAFE_INTEGER) schema.maximum = undefined
  if (schema.minimum === Number.MIN_SAFE_INTEGER) schema.minimum = undefined
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

const withoutUndefined = (object: Json): Json =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))

/** Each value of a record, changed. */
export const mapped = <From, To>(record: Record<string, From>, change: (value: From, key: string) => To) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)])) as Record<string, To>

/** A schema that refers to no other. */
export const inlineSchema = (schema: z.ZodType, io: Direction): Json => createSchemaCollection({}).convert(schema, io)
