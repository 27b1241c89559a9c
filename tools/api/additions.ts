import type { BreakingChange } from './breaking-changes.ts'

/** A part of a document. */
type Json = { [key: string]: unknown }
type Documents = { openApi: Json; asyncApi?: Json }

/** The area of an event by the first part of its type. */
const areaOfEvents: Record<string, string> = { booking: 'booking', order: 'checkout', payment: 'checkout' }

/**
 * What the later documents have and the earlier ones have not: operations, parameters, fields, values, statuses, error codes,
 * headers, events. What has no area, such as the gateway's own pages, has no revision either.
 */
export function additions(before: Documents, after: Documents): BreakingChange[] {
  const known = new Set(namesOf(before).map(keyOf))
  return (
    namesOf(after)
      .filter(name => !known.has(keyOf(name)))
      // Of a new operation, its parts go without saying.
      .filter(({ operation, part }) => part === '' || known.has(keyOf({ operation, part: '' })))
      .filter((name, index, all) => all.findIndex(other => keyOf(other) === keyOf(name)) === index)
      .map(({ area, operation, part }) => ({ area, operation, change: part === '' ? 'is added' : `${part} is added` }))
  )
}

type Name = { area: string; operation: string; part: string }
const keyOf = ({ operation, part }: Pick<Name, 'operation' | 'part'>): string => `${operation} ${part}`

function namesOf({ openApi, asyncApi = {} }: Documents): Name[] {
  const operations = Object.entries(objectOf(openApi.paths)).flatMap(([path, methods]) =>
    Object.entries(objectOf(methods)).map(([method, operation]) => ({
      area: objectOf(operation)['x-area'],
      operation: `${method.toUpperCase()} ${path}`,
      parts: operationParts(objectOf(operation), openApi),
    })),
  )
  const events = Object.values(objectOf(objectOf(asyncApi.components).messages)).map(message => {
    const { name, payload } = objectOf(message)
    return {
      area: areaOfEvents[String(name).split('.')[0] ?? ''],
      operation: `event ${String(name)}`,
      parts: schemaParts(payload, asyncApi, 'payload'),
    }
  })
  return [...operations, ...events].flatMap(({ area, operation, parts }) =>
    typeof area === 'string' ? ['', ...parts].map(part => ({ area, operation, part })) : [],
  )
}

function operationParts({ parameters, requestBody, responses }: Json, document: Json): string[] {
  const ofParameters = (Array.isArray(parameters) ? parameters : []).flatMap(parameter => {
    const { in: place, name, schema } = objectOf(parameter)
    const at = `parameter ${String(place)} ${String(name)}`
    return [at, ...schemaParts(schema, document, at)]
  })
  const ofResponses = Object.entries(objectOf(responses)).flatMap(([status, response]) => {
    const { headers } = resolved(response, document)
    const names = Object.keys(objectOf(headers)).map(name => `response ${status} header ${name}`)
    return [`response ${status}`, ...names, ...contentParts(response, document, `response ${status}`)]
  })
  return [...ofParameters, ...contentParts(requestBody, document, 'body'), ...ofResponses]
}

const contentParts = (part: unknown, document: Json, at: string): string[] =>
  Object.values(objectOf(resolved(part, document).content)).flatMap(content =>
    schemaParts(objectOf(content).schema, document, at),
  )

/** The fields and values of a schema, at any depth: `body.items[].quantity`, `response 200.data.status = paid`. */
function schemaParts(schema: unknown, document: Json, at: string): string[] {
  const { properties, items, additionalProperties, enum: values, const: only, ...rest } = resolved(schema, document)
  const alternatives = [rest.anyOf, rest.allOf, rest.oneOf].flatMap(list => (Array.isArray(list) ? list : []))
  return [
    ...Object.entries(objectOf(properties)).flatMap(([field, inner]) => [
      `${at}.${field}`,
      ...schemaParts(inner, document, `${at}.${field}`),
    ]),
    ...(Array.isArray(values) ? values : only === undefined ? [] : [only]).map(value => `${at} = ${String(value)}`),
    ...(items ? schemaParts(items, document, `${at}[]`) : []),
    ...(additionalProperties ? schemaParts(additionalProperties, document, `${at}.*`) : []),
    ...alternatives.flatMap(inner => schemaParts(inner, document, at)),
  ]
}

/** A part without its reference; no schema of ours contains itself. */
function resolved(part: unknown, document: Json): Json {
  const { $ref, ...own } = objectOf(part)
  if (typeof $ref !== 'string') return own
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((parent, name) => objectOf(parent)[name], document)
  return { ...resolved(target, document), ...own }
}

const objectOf = (part: unknown): Json => (typeof part === 'object' && part !== null ? (part as Json) : {})
