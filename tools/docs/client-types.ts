import openapiTS, { astToString } from 'openapi-typescript'
import { callableOperations, notice, type Paths, pathOf } from './client.ts'
import { type Generated, generated } from './generated.ts'
import type { Json } from './json-schema.ts'
import { openApiDocument } from './openapi/document.ts'

/** The types of libs/client, from the OpenAPI document. The package that makes them is for development only. */
export async function clientTypes(): Promise<Generated> {
  const document = openApiDocument()
  const { schemas } = document.components as Json
  const paths = callableOperations(document.paths as Paths)
  const source = { openapi: document.openapi, info: document.info, paths, components: { schemas } }
  const types = await openapiTS(JSON.stringify(source, withoutExamples), { defaultNonNullable: false })
  const used = types.filter(node => 'name' in node && ['components', 'operations'].includes(nameOf(node.name)))
  return generated(pathOf('schema'), () => `${notice}\n${astToString(used)}`)
}

const withoutExamples = (key: string, value: unknown) => (key === 'example' || key === 'examples' ? undefined : value)

const nameOf = (name: unknown): string => (name as { text: string }).text
