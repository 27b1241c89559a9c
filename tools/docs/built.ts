import { fileURLToPath } from 'node:url'
import { documents } from '@campstore/contract/documents'
import { asyncApiDocument } from './asyncapi/document.ts'
import { clientTables } from './client.ts'
import { dataSchemas } from './data-schemas.ts'
import { type Generated, generatedJson } from './generated.ts'
import { openApiDocument } from './openapi/document.ts'
import { htmlPages } from './site/pages.ts'

/** The OpenAPI document, which the gateway serves: committed, because its differences show what changes for clients. */
export const openApiFile = (): Generated => generatedJson(fileURLToPath(documents.openapi), openApiDocument())

/** What tools/build-pages.ts writes: generated, not committed, and made without a package for development. */
export const builtFiles = (): Generated[] => [
  ...htmlPages(),
  generatedJson(fileURLToPath(documents.asyncapi), asyncApiDocument()),
  ...clientTables(),
  ...dataSchemas(),
]
