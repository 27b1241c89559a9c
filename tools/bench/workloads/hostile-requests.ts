import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { requestMaker } from './requests.ts'

/** A request of the mix. */
export type MixedRequest = {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Whether it is given up half-way, with its connection. */
  abandoned?: boolean
}

const json = { 'content-type': 'application/json' }
/** A hundred megabytes of spaces in a hundred thousand bytes. */
const compressed = gzipSync(Buffer.alloc(100_000_000, ' '))

const random = (bytes: number): string => randomBytes(bytes).toString('hex')

/**
 * Requests as a public service gets them: a third are valid, of guests and members, and the others are wrong in as many ways
 * as there are places that could remember something: paths, tokens, ids, keys, queries and bodies that never come twice.
 */
export function mixedRequests(tokens: readonly string[]): () => MixedRequest {
  const checkout = requestMaker({ kind: 'booking', pattern: 'spread' }, tokens)
  const availability = requestMaker({ kind: 'availability', pattern: 'spread' }, tokens)
  const forged = () => `${random(20)}.${random(60)}.${random(60)}`
  const kinds: readonly (() => MixedRequest)[] = [
    checkout,
    availability,
    availability,
    () => ({ path: '/api/booking/campgrounds' }),
    () => ({ ...checkout(), headers: { ...json, authorization: `Bearer ${forged()}` } }),
    () => ({ path: `/api/booking/${random(20)}`, headers: { 'x-request-id': random(16) } }),
    () => ({ ...checkout(), body: `{"campgroundId": "${random(8)}", ` }),
    () => ({ ...availability(), body: JSON.stringify({ campgroundId: random(8), zones: random(2_000) }) }),
    () => ({ path: `/api/booking/bookings/${random(16)}`, headers: checkout().headers }),
    () => ({ path: `/api/booking/closures?from=${random(4)}&${random(6)}=1` }),
    () => ({ ...availability(), body: 'x'.repeat(99_000) }),
    () => ({ ...availability(), headers: { ...json, 'content-encoding': 'gzip' }, body: compressed }),
    () => ({ ...checkout(), headers: { ...json, 'content-length': '50000' }, abandoned: true }),
    () => ({ ...availability(), abandoned: true }),
    () => ({ path: '/api/booking/bookings', method: 'DELETE', headers: { authorization: random(2_000) } }),
  ]
  let turn = 0
  return () => {
    turn += 1
    return kinds[turn % kinds.length]?.() ?? availability()
  }
}
