type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** What a local reference (`#/components/...`) leads to, with what stands beside it; anything else is returned as it is. */
export function resolve(document: Json, part: Json): Json {
  if (typeof part.$ref !== 'string') return part
  const target = part.$ref
    .split('/')
    .slice(1)
    .reduce<unknown>((within, key) => (within as Json)[key.replaceAll('~1', '/').replaceAll('~0', '~')], document)
  return { ...(target as Json), ...part, $ref: undefined }
}

/** Every value under a key, at any depth. */
export function partsOf(part: unknown, key: string): unknown[] {
  if (!isObject(part)) return []
  return Object.entries(part).flatMap(([name, value]) => (name === key ? [value] : partsOf(value, key)))
}

/** Named schemas that say only how a value is written: a field that refers to one says itself what the value is. */
const formats = ['Date', 'Money', 'Timestamp'].map(name => `#/components/schemas/${name}`)

/** Paths of the fields without a description in all schemas within a part, those that are referred to included. */
export function undescribedFields(document: Json, part: unknown, path = '', seen: readonly string[] = []): string[] {
  if (!isObject(part)) return []
  const { $ref } = part
  if (typeof $ref === 'string') {
    return seen.includes($ref) ? [] : undescribedFields(document, resolve(document, { $ref }), path, [...seen, $ref])
  }
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'example' || key === 'examples') return []
    const missing = key === 'properties' && isObject(value) ? fieldsWithout(document, value, path) : []
    return [...missing, ...undescribedFields(document, value, `${path}/${key}`, seen)]
  })
}

function fieldsWithout(document: Json, fields: Json, path: string): string[] {
  return Object.entries(fields)
    .filter(([, field]) => isObject(field) && !field.description && !isNarrowing(field))
    .filter(
      ([, field]) => formats.includes(String((field as Json).$ref)) || !resolve(document, field as Json).description,
    )
    .map(([name]) => `${path}/${name}`)
}

/** The error codes of a response narrow the field that is described elsewhere. */
const isNarrowing = (field: Json): boolean => field.type === undefined && field.$ref === undefined && !field.anyOf
