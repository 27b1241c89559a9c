import { fileURLToPath } from 'node:url'
import { documents } from '@campstore/contract/documents'
import { asyncApiDocument } from './asyncapi/document.ts'
import { type Generated, generated } from './generated.ts'
import type { Json } from './json-schema.ts'
import { openApiDocument } from './openapi/document.ts'

/** The OpenAPI and the AsyncAPI document, which the gateway serves as they are. */
export const apiDocuments = (): Generated[] => [
  document(documents.openapi, openApiDocument()),
  document(documents.asyncapi, asyncApiDocument()),
]

const document = (url: URL, content: Json): Generated =>
  generated(fileURLToPath(url), `${JSON.stringify(content, null, 2)}\n`)
