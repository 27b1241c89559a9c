import { readFileSync } from 'node:fs'
import { documents } from '@campstore/contract/documents'
import { z } from 'zod'
import type { JsonSchema } from './places.ts'

/** A parameter of a path or a query. */
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema }

/** An operation of the OpenAPI document, with every reference of its request resolved. */
export type Operation = {
  id: string
  method: string
  /** With its parameters in braces: `/api/products/{id}`. */
  path: string
  access: 'public' | 'member' | 'staff'
  permissions: readonly string[]
  /** Declared and not built: it answers 501. */
  deferred: boolean
  parameters: readonly Parameter[]
  body: { required: boolean; schema: JsonSchema; example: unknown } | undefined
  /** The media types of a body that is not JSON. */
  bodyTypes: readonly string[]
}

const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().default(false),
  schema: z.custom<JsonSchema>(value => typeof value === 'object'),
})
const operationSchema = z.object({
  operationId: z.string(),
  security: z.array(z.unknown()).default([]),
  'x-permissions': z.array(z.string()).default([]),
  'x-area': z.string().default(''),
  'x-deferred': z.boolean().default(false),
  parameters: z.array(parameterSchema).default([]),
  requestBody: z
    .object({
      required: z.boolean(),
      content: z
        .object({
          'application/json': z
            .object({ schema: z.custom<JsonSchema>(value => typeof value === 'object'), example: z.unknown() })
            .optional(),
        })
        .catchall(z.object({})),
    })
    .optional(),
})
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

/** Every operation of `/openapi.json`, as it is committed, but those for which a request is signed. */
export function readOperations(): Operation[] {
  const { paths, components } = documentSchema.parse(JSON.parse(readFileSync(documents.openapi, 'utf8')))
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, declared]) => {
      const { requestBody, ...operation } = operationSchema.parse(inlined(declared, components.schemas))
      if (operation['x-area'] === 'payments') return []
      const { required = false, content = {} } = requestBody ?? {}
      const { 'application/json': json, ...files } = content
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        access: operation.security.length === 0 ? 'public' : operation['x-area'] === 'admin' ? 'staff' : 'member',
        permissions: operation['x-permissions'],
        deferred: operation['x-deferred'],
        parameters: operation.parameters,
        body: json && { required, schema: json.schema, example: json.example },
        bodyTypes: Object.keys(files),
      }
    }),
  )
}

/** A copy in which each reference to a schema is replaced by the schema. Responses are left out: nothing reads them here. */
function inlined(part: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(part)) return part.map(element => inlined(element, schemas))
  if (typeof part !== 'object' || part === null) return part
  if ('$ref' in part) return inlined(schemas[String(part.$ref).split('/').at(-1) ?? ''], schemas)
  const entries = Object.entries(part).filter(([key]) => key !== 'responses')
  return Object.fromEntries(entries.map(([key, value]) => [key, inlined(value, schemas)]))
}
