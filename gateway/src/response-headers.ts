import type { AnswerHeaders } from './proxy.ts'

/**
 * What an upstream's answer loses on its way out: what concerns one connection only, what tells about the inside, and
 * what the gateway itself decides.
 */
const withheld = new Set([
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

const isInsiders = (name: string): boolean => name.startsWith('x-internal-') || name.startsWith('x-campstore-')

/**
 * The headers of an answer to a client, as a flat list of names and values.
 *
 * @param upstream headers of the upstream's answer
 * @param own the gateway's headers, a flat list too
 */
export function answerHeaders(upstream: AnswerHeaders, own: readonly string[]): string[] {
  const headers = own.slice()
  for (const name in upstream) {
    const value = upstream[name]
    if (value === undefined || withheld.has(name) || isInsiders(name)) continue
    if (typeof value === 'string') headers.push(name, value)
    else for (const each of value) headers.push(name, each)
  }
  return headers
}
