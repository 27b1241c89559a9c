import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/**
 * What a client may say to a service. Everything else stays here, so that no service can be talked into trusting a
 * header that only insiders send (x-internal-*, x-forwarded-*, x-campstore-*, x-real-ip, forwarded, a method override …).
 */
const forwardable = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'cache-control',
  'content-language',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-unmodified-since',
  'origin',
  'prefer',
  'referer',
  'tracestate',
  'user-agent',
])

/** Headers whose repetition makes a request mean two things. */
const singular = new Set(['host', 'content-length', 'transfer-encoding', 'content-type', 'authorization', 'origin'])

const hostShape = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/

/** Keeps what a client may say to a service, as a flat list of names and values. */
export function forwardedHeaders(headers: IncomingHttpHeaders): string[] {
  const kept: string[] = []
  for (const name in headers) {
    const value = headers[name]
    if (typeof value === 'string' && forwardable.has(name)) kept.push(name, value)
  }
  return kept
}

const repeatsSingular = (rawHeaders: readonly string[]): boolean => {
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? ''
    if (singular.has(name) && seen.has(name)) return true
    seen.add(name)
  }
  return false
}

/**
 * Why a request's head is not to be believed, or nothing. Node's parser has already refused what no server may accept
 * (both content-length and transfer-encoding, folded lines, bare line feeds); this is what it lets pass.
 */
export function validateRequestHead(request: IncomingMessage): string | undefined {
  const { headers, rawHeaders, httpVersion } = request
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'Only HTTP/1.1 and HTTP/1.0 are supported.'
  const host = headers.host
  if (host === undefined ? httpVersion === '1.1' : !hostShape.test(host))
    return 'The Host header is missing or malformed.'
  const encoding = headers['transfer-encoding']
  if (encoding !== undefined && (encoding.toLowerCase() !== 'chunked' || httpVersion === '1.0')) {
    return 'The only supported Transfer-Encoding is chunked, on HTTP/1.1.'
  }
  // curl offers h2c on every request it may upgrade; ignoring that offer is what the RFC expects.
  if (headers.upgrade !== undefined && headers.upgrade.toLowerCase() !== 'h2c')
    return 'The connection cannot be upgraded.'
  if (rawHeaders.length === 2 * Object.keys(headers).length) return undefined
  return repeatsSingular(rawHeaders) ? 'A header that may appear only once appears twice.' : undefined
}

/** Whether a body comes in an encoding; a service is given bodies as they are only (decisions.md, 13). */
export function isEncoded({ headers }: IncomingMessage): boolean {
  const encoding = headers['content-encoding']
  return encoding !== undefined && encoding.trim().toLowerCase() !== 'identity'
}
