import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type Text, text } from '@campstore/contract/texts/text'
import { isLoopback } from '@campstore/core/loopback'
import { loopbackOrigins } from './cors.ts'

/**
 * Headers that a client may send to a service. All others are removed, so that no service trusts a header that only our own
 * processes may send (x-internal-*, x-forwarded-*, x-campstore-*, x-real-ip, forwarded, a method override …).
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
  'last-event-id',
  'origin',
  'prefer',
  'referer',
  'tracestate',
  'user-agent',
  'x-signature',
])

/** Headers whose repetition makes a request ambiguous. */
const singular = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'content-type',
  'authorization',
  'idempotency-key',
  'origin',
  'x-signature',
])

const hostShape = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/

/** The headers that a client may send to a service, as a flat list of names and values. */
export function forwardedHeaders(headers: IncomingHttpHeaders): string[] {
  const forwarded: string[] = []
  for (const name in headers) {
    const value = headers[name]
    if (typeof value === 'string' && forwardable.has(name)) forwarded.push(name, value)
  }
  return forwarded
}

const repeatsSingular = (rawHeaders: readonly string[]): boolean => {
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? ''
    if (singular.has(name) && seen.has(name)) return true
    seen.add(name)
  }
  return false
}

const isAllowed = (name: string, allowed: readonly string[]): boolean =>
  allowed.length === 0 ||
  allowed.some(each => each.toLowerCase() === name.toLowerCase() || (each === loopbackOrigins && isLoopback(name)))

/**
 * Checks the head of a request. Node's parser has already refused everything that no server may accept (both content-length and
 * transfer-encoding, folded lines, bare line feeds); these are the checks that it does not make.
 *
 * @param allowedHosts names in the Host header, none for all: a page of another site may have a name that leads here (DNS rebinding)
 * @returns why the head is refused, or undefined
 */
export function validateRequestHead(request: IncomingMessage, allowedHosts: readonly string[]): Text | undefined {
  const { headers, rawHeaders, httpVersion } = request
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return text('http.version')
  const host = headers.host
  if (host === undefined ? httpVersion === '1.1' : !hostShape.test(host)) return text('http.host')
  if (host !== undefined && !isAllowed(host.replace(/:\d+$/, ''), allowedHosts)) return text('http.hostNotAllowed')
  const encoding = headers['transfer-encoding']
  if (encoding !== undefined && (encoding.toLowerCase() !== 'chunked' || httpVersion === '1.0')) {
    return text('http.transferEncoding')
  }
  // curl offers h2c on every request it may upgrade; the RFC expects that offer to be ignored.
  if (headers.upgrade !== undefined && headers.upgrade.toLowerCase() !== 'h2c') return text('http.upgrade')
  if (rawHeaders.length === 2 * Object.keys(headers).length) return undefined
  return repeatsSingular(rawHeaders) ? text('http.repeatedHeader') : undefined
}
