import { areas } from '@campstore/contract/areas'
import { type Generated, generated } from './generated.ts'
import type { Json } from './json-schema.ts'
import { openApiDocument } from './openapi/document.ts'
import { tags as groups } from './openapi/tags.ts'

type Operation = Json & {
  operationId: string
  'x-area'?: string
  security: unknown[]
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema?: { $ref?: string } }> }
  responses: Record<string, Json & { content?: Json }>
}

export type Paths = Record<string, Record<string, Operation>>

/** A generated file of the client. */
export const pathOf = (name: string): string => `libs/client/src/generated/${name}.ts`

export const notice = '// Generated from libs/contract by `npm run docs`, and by each command that needs it.\n'

/** The list of operations of libs/client, from the OpenAPI document, for use at run time. */
export function clientTables(): Generated[] {
  const document = openApiDocument()
  const paths = callableOperations(document.paths as Paths)
  requireDistinctFields(document, paths)
  return [
    generated(pathOf('operations'), () => `${notice}\n${operationTables(paths)}`),
    generated(pathOf('revisions'), () => `${notice}\n${revisionTable()}`),
  ]
}

const isCallable = (content: Json): boolean => 'application/json' in content || streamType in content

const streamType = 'text/event-stream'

/** The areas' operations that can succeed with JSON, with a stream or without a body, and only their successes. */
export function callableOperations(paths: Paths): Paths {
  const result: Paths = {}
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const responses = successesOf(operation)
      if (!operation['x-area'] || Object.keys(responses).length === 0) continue
      // The payment service signs its requests with a secret that no client has.
      if (operation['x-area'] === 'payments') continue
      if (Object.values(responses).some(({ content }) => content && !isCallable(content))) continue
      result[path] = { ...result[path], [method]: { ...operation, responses } }
    }
  }
  return result
}

const successesOf = ({ responses }: Operation): Operation['responses'] =>
  Object.fromEntries(
    Object.entries(responses).flatMap(([status, { headers, ...response }]) =>
      status.startsWith('2') ? [[status, response]] : [],
    ),
  )

/** The client takes the fields of path, query and body together, so no two may have the same name. */
function requireDistinctFields(document: Json, paths: Paths): void {
  const { schemas } = document.components as { schemas: Record<string, { properties?: Json }> }
  for (const operation of Object.values(paths).flatMap(item => Object.values(item))) {
    const reference = operation.requestBody?.content['application/json']?.schema?.$ref
    const body = Object.keys(schemas[reference?.split('/').at(-1) ?? '']?.properties ?? {})
    const names = [...(operation.parameters ?? []).map(({ name }) => name), ...body]
    const doubled = names.find((name, place) => names.indexOf(name) !== place)
    if (doubled) throw new Error(`${operation.operationId} has two fields with the name ${doubled}.`)
  }
}

/** Method, path and properties of each operation, by area and name: a constant for each area, so that a bundle may leave it out. */
function operationTables(paths: Paths): string {
  const lines = new Map<string, string[]>()
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const area = String(operation['x-area'])
      lines.set(area, [...(lines.get(area) ?? []), entryOf(method.toUpperCase(), path, operation)])
    }
  }
  return [...lines]
    .map(
      ([area, entries]) =>
        `/** The operations of ${area}. */\nexport const ${area} = {\n${entries.join('\n')}\n} as const\n`,
    )
    .join('\n')
}

function entryOf(method: string, path: string, operation: Operation): string {
  const isPublic = operation.security.length === 0
  const isPaged = operation.parameters?.some(({ name }) => name === 'page') ?? false
  const takesFile = operation.requestBody && !('application/json' in operation.requestBody.content)
  const answers = (type: string) => Object.values(operation.responses).some(({ content = {} }) => type in content)
  const isExported = answers('text/csv')
  const isStream = answers(streamType)
  const entry = {
    method,
    path,
    isPublic,
    isPaged,
    ...(isExported && { isExported }),
    ...(isStream && { isStream }),
    ...(takesFile && { takesFile }),
  }
  const fields = Object.entries(entry).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return `${commentOf(method, path, operation)}\n  ${operation.operationId}: { ${fields.join(', ')} },`
}

/** The codes that an operation declares itself, by its name. */
const declaredCodes = new Map(
  groups.flatMap(({ routes }) => Object.values(routes)).map(({ name, errors }) => [name, errors] as const),
)

/** What an editor shows of a method: the client's types keep the comments of this table. */
function commentOf(method: string, path: string, { operationId, description, deprecated }: Operation): string {
  const codes = declaredCodes.get(operationId) ?? []
  const thrown =
    codes.length > 0 ? [`@throws {CampstoreError} ${codes.join(', ')} and the codes of every operation`] : []
  const tags = [...(deprecated ? ['@deprecated'] : []), ...thrown]
  const lines = [String(description), '', `\`${method} ${path}\``, ...(tags.length > 0 ? ['', ...tags] : [])]
  return `  /**\n${lines.map(line => `   * ${line}`.trimEnd()).join('\n')}\n   */`
}

/** The revision of each area that the client is made for (docs/contract/revisions.md). */
function revisionTable(): string {
  const entries = Object.entries(areas).map(([area, { revision }]) => `  ${area}: ${JSON.stringify(revision)},`)
  return `/** The revisions of the contract that this version is made for, by area. */\nexport const revisions = {\n${entries.join('\n')}\n} as const\n`
}
