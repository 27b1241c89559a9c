import {
  campgroundId,
  cartOf,
  dateInDays,
  numbers,
  type Pattern,
  randomUpTo,
  type Stay,
  shipping,
  stayOf,
  variantId,
  zoneId,
} from './choices.ts'

/** A read; by POST if it has a body. */
export type Read = { path: string; token?: string | undefined; body?: object | undefined }

/** What a load asks for. It is passed to a thread, so it is data. */
export type Workload =
  | { kind: 'reads'; reads: readonly Read[] }
  | { kind: 'availability'; pattern: Pattern }
  | { kind: 'booking' | 'order'; pattern: Pattern }
  | { kind: 'refused booking' | 'refused order' }

/** More of a zone's sites or a variant's pieces than there are. */
const moreThanExist = 1_000_001

/** The status of the response to each request of a workload. */
export const statusOf = ({ kind }: Workload): number => (kind.startsWith('refused') ? 409 : 200)

/** A request as it is sent. */
export type PreparedRequest = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }

/**
 * Makes requests, each one new; checkouts carry a token and a fresh idempotency key.
 *
 * @param tokens of the members, in the order of their numbers
 */
export function requestMaker(workload: Workload, tokens: readonly string[]): () => PreparedRequest {
  const dates = Array.from({ length: 100 }, (_, days) => dateInDays(days))
  const stayed = ({ campground, zone, day, nights }: Stay, quantity = 1) => ({
    campgroundId: campgroundId(campground),
    checkIn: dates[day],
    checkOut: dates[day + nights],
    zones: [{ zoneId: zoneId(campground, zone), quantity }],
  })
  const run = `${process.pid}-${Date.now()}`
  let turn = -1
  const checkout = (path: string, of: object) => {
    const body = { ...of, paymentMethod: 'gateway-credit', idempotencyKey: `${run}-${turn}` }
    return post(path, body, tokens[randomUpTo(numbers.members) - 1])
  }
  return () => {
    turn += 1
    switch (workload.kind) {
      case 'reads':
        return prepared(workload.reads[randomUpTo(workload.reads.length) - 1])
      case 'availability':
        return post('/api/booking/check-availability', stayed(stayOf(workload.pattern, 0)))
      case 'booking':
        return checkout('/api/booking/checkout/sessions', { ...stayed(stayOf(workload.pattern, turn)), guestCount: 2 })
      case 'refused booking':
        return checkout('/api/booking/checkout/sessions', { ...stayed(stayOf('hot', 0), moreThanExist), guestCount: 2 })
      case 'order': {
        const items = cartOf(workload.pattern).map(item => ({ variantId: variantId(item), quantity: 1 }))
        return checkout('/api/checkout/sessions', { items, shipping })
      }
      case 'refused order': {
        const items = [{ variantId: variantId({ product: 1, variant: 1 }), quantity: moreThanExist }]
        return checkout('/api/checkout/sessions', { items, shipping })
      }
    }
  }
}

const bearer = (token?: string): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` }

/** A read as it is sent. */
const prepared = ({ path, token, body }: Read = { path: '/' }): PreparedRequest =>
  body ? post(path, body, token) : { method: 'GET', path: encodeURI(path), headers: bearer(token) }

const post = (path: string, body: object, token?: string): PreparedRequest => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', ...bearer(token) },
  body: JSON.stringify(body),
})
