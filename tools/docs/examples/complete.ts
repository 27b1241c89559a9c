import { z } from 'zod'
import { components } from '../components.ts'
import { resources } from './resources.ts'
import { moments, story } from './story.ts'

/**
 * An example of a declaration. The value of each field is the given value, or else the value of its component in
 * {@link resources}, the example of its own declaration (`.meta({ examples })`), the value of its name in the {@link story}, null, or the
 * first choice. A field
 * that may be absent has only a value that is given or declared. What is given beyond the declaration is left out.
 */
export function complete(schema: z.core.$ZodType, given: unknown = declaredExamples(schema)?.[0] ?? {}): unknown {
  const shape = innermost(schema)
  if (shape instanceof z.ZodArray && Array.isArray(given)) return given.map(each => complete(shape.element, each))
  if (!(shape instanceof z.ZodObject) || !isObject(given)) return given
  const own: Record<string, unknown> = { ...resources[componentOf(shape) ?? ''], ...given }
  const fill = (name: string, field: z.core.$ZodType) => {
    const isGiven = own[name] !== undefined && (own[name] !== null || isNullable(field))
    return isGiven ? complete(field, own[name]) : exampleOf(name, field)
  }
  const values = Object.entries(shape.shape).map(([name, field]) => [name, fill(name, field)])
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

function exampleOf(name: string, field: z.core.$ZodType): unknown {
  const [declared] = declaredExamples(field) ?? []
  if (declared !== undefined || isOptional(field)) return declared
  const told = name in story ? complete(field, story[name]) : undefined
  if (told !== undefined && z.safeParse(field, told).success) return told
  if (isNullable(field)) return null
  if (field instanceof z.ZodEnum) return field.options[0]
  if (z.globalRegistry.get(field)?.title === 'timestamp') return moments.created
  return field instanceof z.ZodObject ? complete(field) : undefined
}

/** The examples of a declaration, or of the one that it wraps as optional or nullable. */
export function declaredExamples(schema: z.core.$ZodType): readonly unknown[] | undefined {
  const { examples } = z.globalRegistry.get(schema) ?? {}
  if (Array.isArray(examples)) return examples
  const inner = innermost(schema)
  return inner === schema ? undefined : declaredExamples(inner)
}

const names = new Map<z.core.$ZodType, string>(Object.entries(components).map(([name, { schema }]) => [schema, name]))

/** The component that a declaration is, also with another description. */
export const componentOf = (schema: z.core.$ZodType): string | undefined =>
  names.get(schema) ?? (schema._zod.parent && componentOf(schema._zod.parent))

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isOptional = (schema: z.core.$ZodType): boolean => z.safeParse(schema, undefined).success

const isNullable = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodNullable || (schema instanceof z.ZodOptional && isNullable(schema.unwrap()))

/** A schema without what makes it optional, nullable or transformed. */
function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return innermost(schema.unwrap())
  return schema instanceof z.ZodPipe ? innermost(schema.in) : schema
}
