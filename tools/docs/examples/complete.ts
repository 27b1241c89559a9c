import { z } from 'zod'
import { moments } from './shared.ts'

/**
 * An example with its missing fields whose declarations have an example (`.meta({ examples })`), may be null, or say enough
 * to derive one, so that a new field needs no line in every example.
 */
export function complete(schema: z.core.$ZodType | undefined, example: unknown): unknown {
  const shape = schema && innermost(schema)
  if (shape instanceof z.ZodArray && Array.isArray(example)) return example.map(each => complete(shape.element, each))
  if (!(shape instanceof z.ZodObject) || typeof example !== 'object' || example === null) return example
  const given = Object.entries(example).map(([name, value]) => [name, complete(shape.shape[name], value)])
  const added = Object.entries(shape.shape).flatMap(([name, field]) => {
    const [own = derivedExample(field)] = ownExamples(field) ?? []
    return name in example || own === undefined ? [] : [[name, own]]
  })
  return Object.fromEntries([...given, ...added])
}

/** What a body has of the values of an example: each field of its declaration that is there and not null. */
export function bodyFrom(body: z.core.$ZodType, example: unknown): unknown {
  const shape = innermost(body)
  if (shape instanceof z.ZodArray && Array.isArray(example)) return example.map(each => bodyFrom(shape.element, each))
  if (!(shape instanceof z.ZodObject) || typeof example !== 'object' || example === null) return example
  const values = new Map<string, unknown>(Object.entries(example))
  const fields = Object.entries(shape.shape).filter(([name]) => (values.get(name) ?? null) !== null)
  return Object.fromEntries(fields.map(([name, field]) => [name, bodyFrom(field, values.get(name))]))
}

/** The examples of a declaration, or of the one that it wraps as optional or nullable. */
export function ownExamples(schema: z.core.$ZodType): readonly unknown[] | undefined {
  const { examples } = z.globalRegistry.get(schema) ?? {}
  if (Array.isArray(examples)) return examples
  const inner = innermost(schema)
  const own = inner === schema ? undefined : ownExamples(inner)
  return own ?? (schema instanceof z.ZodNullable ? [null] : undefined)
}

/** The first choice, a moment, or an object of such fields; undefined of any other field, and of one that may be absent. */
function derivedExample(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (z.globalRegistry.get(schema)?.title === 'timestamp') return moments.created
  return schema instanceof z.ZodObject ? complete(schema, {}) : undefined
}

/** A schema without what makes it optional, nullable or transformed. */
function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return innermost(schema.unwrap())
  return schema instanceof z.ZodPipe ? innermost(schema.in) : schema
}
