import { isRevalidated, isStream, type Route, takesKeyHeader } from '@campstore/contract/route'
import type { z } from 'zod'
import type { Json, SchemaCollection } from '../json-schema.ts'

const header = (name: string, description: string, limits: Json = {}): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...limits },
})

/** The header by which a client asks whether its copy is current. */
export const ifNoneMatch = header(
  'if-none-match',
  "ETag of the client's copy; if it is current, the response is 304 without a body",
)

const lastEventId = header(
  'last-event-id',
  'Id of the last event that the client has received; that state is not sent again',
)

const idempotencyKey = header(
  'idempotency-key',
  'Key of this request: repeating the request with the same key returns the first response',
  { minLength: 1, maxLength: 128 },
)

/** The parameters of a route: path, query, and the headers of its kind. */
export function parametersOf(route: Route, schemas: SchemaCollection): Json[] {
  const declared = [...parametersIn('path', route.params, schemas), ...parametersIn('query', route.query, schemas)]
  if (isStream(route)) return [...declared, lastEventId]
  if (takesKeyHeader(route)) return [...declared, idempotencyKey]
  return isRevalidated(route) ? [...declared, ifNoneMatch] : declared
}

function parametersIn(place: 'path' | 'query', declared: z.ZodType | undefined, schemas: SchemaCollection): Json[] {
  if (!declared) return []
  const input = schemas.convert(declared, 'input')
  const output = schemas.convert(declared, 'output')
  const required = (input.required ?? []) as string[]
  return Object.entries(propertiesOf(input)).map(([name, schema]) => {
    const { description = textOf(schema, schemas), ...type } = parameterSchema(schema, propertiesOf(output)[name])
    return { name, in: place, required: place === 'path' || required.includes(name), description, schema: type }
  })
}

/** The description of the schema that a parameter refers to. */
const textOf = ({ $ref }: Json, schemas: SchemaCollection): unknown =>
  schemas.collected()[String($ref).replace('#/components/schemas/', '')]?.description

const propertiesOf = (schema: Json) => (schema.properties ?? {}) as Record<string, Json>

/** A number is sent as text, and a parameter that may be repeated as one value or a list: clients want number and list. */
function parameterSchema(input: Json, output: Json | undefined): Json {
  if (output?.type === 'integer') return output
  const alternatives = (input.anyOf ?? []) as Json[]
  const list = alternatives.find(({ type }) => type === 'array')
  return list ? { description: input.description, ...list } : input
}
