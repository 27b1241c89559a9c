import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { requestMaker } from '../requests.ts'

/** A request of the mix: what is sent to a service directly or through the gateway. */
export type MixedRequest = {
  path: string
  method: string
  headers: Record<string, string>
  body?: string | Buffer
  /** Whether it is given up half-way, with its connection. */
  abandoned?: boolean
}

const json = { 'content-type': 'application/json' }
/** A hundred megabytes of spaces in a hundred thousand bytes. */
const compressed = gzipSync(Buffer.alloc(100_000_000, ' '))

const random = (bytes: number): string => randomBytes(bytes).toString('hex')

/**
 * Requests as a public service gets them: half are good, of guests and members, and half are wrong in as many ways as there are
 * places that could remember something: paths, tokens, ids, keys, queries and bodies that never come twice.
 */
export function mixedRequests(tokenFile: string): () => MixedRequest {
  const checkout = requestMaker({ area: 'booking', kind: 'checkout', pattern: 'spread' }, tokenFile)
  const availability = requestMaker({ area: 'booking', kind: 'availability', pattern: 'spread' }, tokenFile)
  const good = (made: { path: string; method?: string; headers?: unknown; body?: unknown }): MixedRequest => ({
    path: made.path,
    method: made.method ?? 'GET',
    headers: Object.fromEntries(Object.entries(made.headers ?? {}).map(([name, value]) => [name, String(value)])),
    body: typeof made.body === 'string' ? made.body : undefined,
  })
  const forged = () => `${random(20)}.${random(60)}.${random(60)}`
  const kinds: (() => MixedRequest)[] = [
    () => good(checkout()),
    () => good(availability()),
    () => good(availability()),
    () => ({ path: '/api/booking/campgrounds', method: 'GET', headers: {} }),
    () => ({ ...good(checkout()), headers: { ...json, authorization: `Bearer ${forged()}` } }),
    () => ({ path: `/api/booking/${random(20)}`, method: 'GET', headers: { 'x-request-id': random(16) } }),
    () => ({ ...good(checkout()), body: `{"campgroundId": "${random(8)}", ` }),
    () => ({ ...good(availability()), body: JSON.stringify({ campgroundId: random(8), zones: random(2_000) }) }),
    () => ({ path: `/api/booking/bookings/${random(16)}`, method: 'GET', headers: good(checkout()).headers }),
    () => ({ path: `/api/booking/closures?from=${random(4)}&${random(6)}=1`, method: 'GET', headers: {} }),
    () => ({ ...good(availability()), body: 'x'.repeat(99_000) }),
    () => ({ ...good(availability()), headers: { ...json, 'content-encoding': 'gzip' }, body: compressed }),
    () => ({ ...good(checkout()), headers: { ...json, 'content-length': '50000' }, abandoned: true }),
    () => ({ ...good(availability()), abandoned: true }),
    () => ({ path: '/api/booking/bookings', method: 'DELETE', headers: { authorization: random(2_000) } }),
  ]
  let turn = 0
  return () => {
    turn += 1
    const kind = kinds[turn % kinds.length] ?? (() => good(availability()))
    return kind()
  }
}
