import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { documents } from '@campstore/contract/documents'
import { asyncApiDocument } from './asyncapi/document.ts'
import type { Json } from './json-schema.ts'
import { openApiDocument } from './openapi/document.ts'

/** A generated file as it is and as it should be. */
export type Generated = { file: string; current: string; rendered: string }

/** The OpenAPI and the AsyncAPI document, which the gateway serves as they are. */
export const apiDocuments = (): Generated[] => [
  generated(documents.openapi, openApiDocument()),
  generated(documents.asyncapi, asyncApiDocument()),
]

function generated(url: URL, document: Json): Generated {
  const file = fileURLToPath(url)
  const current = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return { file, current, rendered: `${JSON.stringify(document, null, 2)}\n` }
}
