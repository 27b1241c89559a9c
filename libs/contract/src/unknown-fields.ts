import { z } from 'zod'

/** Fields that a schema does not know, as its strict variant would report them. */
export type UnknownFields = z.core.$ZodIssueUnrecognizedKeys

/** The fields that a schema ignores because it does not know them, one issue for each object. */
export function unknownFields(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly PropertyKey[] = [],
): UnknownFields[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return value.flatMap((element, index) => unknownFields(inner.element, element, [...path, index]))
  if (!(inner instanceof z.ZodObject) || Array.isArray(value)) return []
  const { shape }: { shape: Record<string, z.core.$ZodType> } = inner
  const entries = Object.entries(value)
  const keys = isStrict(inner) ? [] : entries.map(([key]) => key).filter(key => !Object.hasOwn(shape, key))
  const nested = entries.flatMap(([key, field]) => {
    const declared = Object.hasOwn(shape, key) ? shape[key] : undefined
    return declared ? unknownFields(declared, field, [...path, key]) : []
  })
  return keys.length === 0
    ? nested
    : [{ code: 'unrecognized_keys', keys, path: [...path], message: 'Unknown fields' }, ...nested]
}

const isStrict = (schema: z.ZodObject): boolean => schema.def.catchall instanceof z.ZodNever

/** The schema of the input: without wrappers that make it optional or transform its output. */
export function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in)
  const isWrapper = schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
  return isWrapper ? unwrapped(schema.unwrap()) : schema
}
