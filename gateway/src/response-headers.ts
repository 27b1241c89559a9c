import type { UpstreamHeaders } from '@campstore/upstream/transport'

/**
 * Headers of a service's response that clients do not get: headers of one connection, headers that reveal the inside, and headers
 * that the gateway sets itself.
 */
const removedHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'server',
  'x-powered-by',
  'x-request-id',
  'traceparent',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-expose-headers',
  'access-control-max-age',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
])

const isInternal = (name: string): boolean => name.startsWith('x-internal-') || name.startsWith('x-campstore-')

/**
 * The headers of a response to a client, as a flat list of names and values.
 *
 * @param upstream headers of the service's response
 * @param own the gateway's headers, a flat list too
 */
export function responseHeaders(upstream: UpstreamHeaders, own: readonly string[]): string[] {
  const headers = own.slice()
  for (const name in upstream) {
    const value = upstream[name]
    if (value === undefined || removedHeaders.has(name) || isInternal(name)) continue
    if (typeof value === 'string') headers.push(name, value)
    else for (const each of value) headers.push(name, each)
  }
  return headers
}
