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

const insiders = /^x-(?:internal|campstore)-/

/**
 * The headers of an answer to a client, as a flat list of names and values.
 *
 * @param upstream `rawHeaders` of the upstream's answer
 * @param own the gateway's headers, a flat list too
 */
export function answerHeaders(upstream: readonly string[], own: readonly string[]): string[] {
  const headers = own.slice()
  for (let at = 0; at + 1 < upstream.length; at += 2) {
    const name = upstream[at] ?? ''
    const lower = name.toLowerCase()
    if (!withheld.has(lower) && !insiders.test(lower)) headers.push(name, upstream[at + 1] ?? '')
  }
  return headers
}
