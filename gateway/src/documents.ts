import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { documents } from '@campstore/contract/documents'
import { isCurrent } from '@campstore/http/etag'
import { acceptsGzip, compressedFrom } from '@campstore/http/gzip'
import { jsonContentType, methodNotAllowed } from '@campstore/http/refusals'
import { discardBody, hasBody } from '@campstore/http/request-body'
import { currentlyMade, withFutureDates } from './example-dates.ts'
import type { RequestContext } from './request-context.ts'
import { countSent, sendInParts } from './slow-reader.ts'

const compress = promisify(gzip)

/**
 * Content that the gateway serves itself, plain and, from 1 kB on, compressed; `headers` is a flat list of further names and
 * values.
 */
export type Document = {
  contentType: string
  headers: readonly string[]
  cacheControl: string
  plain: Representation
  gzip: (() => Promise<Representation>) | undefined
}

/** Content in one encoding, with its own ETag: a strong one identifies exactly these bytes (RFC 9110, 8.8.3). */
type Representation = { content: Buffer; etag: string }

/** The gateway's own documents, by their paths. */
export type Documents = { get(path: string): Document | undefined }

const contentTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  json: jsonContentType,
}

/** The content type of a file, by the end of its name. */
export const contentTypeOf = (name: string): string =>
  contentTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'

/** How long a client may use a document without revalidation, by default. */
const usualCacheControl = 'public, max-age=300'

/** Reads the descriptions of the contract, once at the start. Throws when a file is missing. */
export function readDocuments(): Documents {
  const [openapi, asyncapi] = [read(documents.openapi), read(documents.asyncapi)]
  let asyncapiDocument: Document | undefined
  const byPath = new Map([
    ['/openapi.json', currentlyMade(now => jsonDocument(withFutureDates(compactJson(openapi), now)))],
    // Its dates do not move: the signature of its worked example covers them.
    ['/asyncapi.json', () => (asyncapiDocument ??= jsonDocument(compactJson(asyncapi)))],
  ])
  return { get: path => byPath.get(path)?.() }
}

const read = (url: URL): string => readFileSync(url, 'utf8')

const jsonDocument = (text: string): Document => document(jsonContentType, Buffer.from(text))

/** The files have a line for each field, for readable changes; clients need no spaces. */
const compactJson = (text: string): string => JSON.stringify(JSON.parse(text))

/**
 * A document, compressed once, at its first request, so that starts are fast. All clients get the same content, so its length
 * reveals no secret (BREACH).
 */
export function document(
  contentType: string,
  content: Buffer,
  headers: readonly string[] = [],
  cacheControl = usualCacheControl,
): Document {
  let compressed: Promise<Representation> | undefined
  const gzip = () => {
    compressed ??= compress(content).then(representation)
    return compressed
  }
  return {
    contentType,
    headers,
    cacheControl,
    plain: representation(content),
    gzip: content.length < compressedFrom ? undefined : gzip,
  }
}

const representation = (content: Buffer): Representation => ({
  content,
  etag: `"${hash('sha256', content, 'base64url')}"`,
})

/**
 * Sends a document to a page of any origin; 304 if the client's copy is current, unless the document explains another status.
 * Throws METHOD_NOT_ALLOWED.
 *
 * @param timeoutMs how long a client may take none of it, in milliseconds
 */
export async function sendDocument(
  context: RequestContext,
  document: Document,
  timeoutMs: number,
  status = 200,
): Promise<void> {
  const { request, response } = context
  const { method } = request
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method ?? '', ['GET', 'HEAD'])
  const gzip = acceptsGzip(request) ? await document.gzip?.() : undefined
  const { etag, content } = gzip ?? document.plain
  const headers = [
    ...withoutAllowedOrigin(context.gatewayHeaders),
    'access-control-allow-origin',
    '*',
    'cache-control',
    document.cacheControl,
    'etag',
    etag,
    ...(document.gzip === undefined ? [] : ['vary', 'accept-encoding']),
    ...document.headers,
  ]
  if (status === 200 && isCurrent(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers)
    response.end()
  } else {
    if (method === 'GET') countSent(response, content.length)
    const encoding = gzip === undefined ? [] : ['content-encoding', 'gzip']
    const type = ['content-type', document.contentType, 'content-length', String(content.length)]
    response.writeHead(status, [...headers, ...encoding, ...type])
    if (method === 'HEAD') response.end()
    else sendInParts(response, content, timeoutMs)
  }
  if (hasBody(request)) discardBody(request)
}

/** Headers without the origin that CORS_ORIGINS allows: a response has only one. */
const withoutAllowedOrigin = (headers: readonly string[]): string[] =>
  headers.filter((_, index) => headers[index - (index % 2)] !== 'access-control-allow-origin')
