import { fileURLToPath } from 'node:url'
import { documents } from '@campstore/contract/documents'
import { asyncApiDocument } from './asyncapi/document.ts'
import { type Generated, generated } from './generated.ts'
import { layOut } from './json-layout.ts'
import type { Json } from './json-schema.ts'
import { openApiDocument } from './openapi/document.ts'

/** The OpenAPI document, which the gateway serves: committed, because its differences show what changes for clients. */
export const openApiFile = (): Generated => document(documents.openapi, openApiDocument())

/** The AsyncAPI document, which the gateway serves. */
export const asyncApiFile = (): Generated => document(documents.asyncapi, asyncApiDocument())

const document = (url: URL, content: Json): Generated => generated(fileURLToPath(url), layOut(content))
