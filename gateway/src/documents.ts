import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { documents } from '@campstore/contract/documents'
import { isCurrent } from '@campstore/http/etag'
import { jsonContentType, methodNotAllowed } from '@campstore/http/refusals'
import { discardBody, hasBody } from '@campstore/http/request-body'
import type { RequestContext } from './request-context.ts'

/** Something that the gateway serves itself; `headers` are further ones, a flat list of names and values. */
export type Document = { contentType: string; etag: string; content: Buffer; headers: readonly string[] }

/** What the gateway serves itself, by its path. */
export type Documents = ReadonlyMap<string, Document>

/** How long a client may use a document without asking again, in seconds. */
const maxAgeSeconds = 300

/**
 * Reads the descriptions of the contract, once at the start.
 *
 * @throws {Error} when a file is missing
 */
export function readDocuments(): Documents {
  return new Map([
    ['/openapi.json', jsonDocument(documents.openapi)],
    ['/asyncapi.json', jsonDocument(documents.asyncapi)],
  ])
}

function jsonDocument(url: URL): Document {
  // The file has a line for each field, so that changes can be read; clients need no spaces.
  const content = Buffer.from(JSON.stringify(JSON.parse(readFileSync(url, 'utf8'))))
  return document(jsonContentType, content)
}

/** A document with its ETag. */
export function document(contentType: string, content: Buffer, headers: readonly string[] = []): Document {
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`
  return { contentType, etag, content, headers }
}

/**
 * Sends a document to a page of any origin; 304 when the client has it already, unless it explains another status.
 *
 * @throws {ApiError} METHOD_NOT_ALLOWED
 */
export function sendDocument(context: RequestContext, document: Document, status = 200): void {
  const { contentType, etag, content, headers: further } = document
  const { request, response } = context
  const { method } = request
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method ?? '', ['GET', 'HEAD'])
  const headers = [
    ...withoutAllowedOrigin(context.gatewayHeaders),
    'access-control-allow-origin',
    '*',
    'cache-control',
    `public, max-age=${maxAgeSeconds}`,
    'etag',
    etag,
    ...further,
  ]
  if (status === 200 && isCurrent(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers)
    response.end()
  } else {
    response.writeHead(status, [...headers, 'content-type', contentType, 'content-length', String(content.length)])
    response.end(method === 'HEAD' ? undefined : content)
  }
  if (hasBody(request)) discardBody(request)
}

/** Headers without the origin that CORS_ORIGINS allows: a response has only one. */
const withoutAllowedOrigin = (headers: readonly string[]): string[] =>
  headers.filter((_, index) => headers[index - (index % 2)] !== 'access-control-allow-origin')
