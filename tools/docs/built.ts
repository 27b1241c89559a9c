import { fileURLToPath } from 'node:url'
import { documents } from '@campstore/contract/documents'
import { asyncApiDocument } from './asyncapi/document.ts'
import { clientTables } from './client.ts'
import { dataSchemas } from './data-schemas.ts'
import { type Generated, generated } from './generated.ts'
import { layOut } from './json-layout.ts'
import type { Json } from './json-schema.ts'
import { openApiDocument } from './openapi/document.ts'
import { htmlPages } from './site/pages.ts'

/** The OpenAPI document, which the gateway serves: committed, because its differences show what changes for clients. */
export const openApiFile = (): Generated => document(documents.openapi, openApiDocument())

/** What tools/build-pages.ts writes: generated, not committed, and made without a package for development. */
export const builtFiles = (): Generated[] => [
  ...htmlPages(),
  document(documents.asyncapi, asyncApiDocument()),
  ...clientTables(),
  ...dataSchemas(),
]

const document = (url: URL, content: Json): Generated => generated(fileURLToPath(url), layOut(content))
