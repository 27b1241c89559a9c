import { campgroundId, dateInDays, numbers, variantId, zoneId } from './choices.ts'

/** A kind of request that a client can send in any number, what it is, and the status of its response. */
export type RefusedRequest = {
  name: string
  status: number
  make(turn: number): { method: string; path: string; headers: Record<string, string>; body?: string }
}

const checkouts = { booking: '/api/booking/checkout/sessions', order: '/api/checkout/sessions' }
const availability = '/api/booking/check-availability'
const lines = <Line>(line: (index: number) => Line): Line[] => Array.from({ length: 100 }, (_, index) => line(index))

/**
 * What costs the most of what is refused, and reads that are in no cache: bodies as large, as deep and as full of mistakes as they
 * may be, and requests that are refused only after all their lines were looked up.
 *
 * @param products that are stored
 */
export function refusedRequests(token: string, products: number): RefusedRequest[] {
  const run = `${process.pid}-${Date.now()}`
  const post = (
    name: string,
    status: number,
    path: string,
    body: string | ((turn: number) => string),
  ): RefusedRequest => {
    const type = { 'content-type': 'application/json' }
    const headers = path === availability ? type : { ...type, authorization: `Bearer ${token}` }
    const bodyOf = (turn: number) => (typeof body === 'string' ? body : body(turn))
    return { name, status, make: turn => ({ method: 'POST', path, headers, body: bodyOf(turn) }) }
  }
  const get = (name: string, status: number, path: (turn: number) => string): RefusedRequest => ({
    name,
    status,
    make: turn => ({ method: 'GET', path: path(turn), headers: {} }),
  })
  const json = (of: object) => (turn: number) => JSON.stringify({ ...of, idempotencyKey: `refused-${run}-${turn}` })
  const stay = {
    campgroundId: campgroundId(1),
    checkIn: dateInDays(numbers.first_day),
    checkOut: dateInDays(numbers.first_day + 1),
  }
  const booking = { ...stay, guestCount: 2, paymentMethod: 'gateway-credit' }
  const variantOf = (index: number) => variantId({ product: 1 + (index % products), variant: 1 })
  const order = (item: object | ((index: number) => object), more: object = {}) => {
    const changes = (index: number): object => (typeof item === 'function' ? item(index) : item)
    return json({ items: lines(index => ({ variantId: variantOf(index), quantity: 1, ...changes(index) })), ...more })
  }
  const unknownVariant = (index: number) => ({ variantId: `none-${index}` })
  const unknownFields = JSON.stringify(Object.fromEntries(Array(4_900).entries()))
  const tooManySites = [{ zoneId: zoneId(1, 1), quantity: 2_000_000 }]
  const unknownZones = lines(index => ({ zoneId: `none-${index}`, quantity: 1 }))
  return [
    post('16 kB of brackets, no token', 400, availability, '['.repeat(16_000)),
    post('4,900 numbers without an end, no token', 400, availability, '[1,'.padEnd(9_800, '1,')),
    post('2,400 {} as zones, no token', 400, availability, `{"zones":[${'{},'.repeat(2_400)}{}]}`),
    post('100 {} as zones, no token', 400, availability, `{"zones":[${'{},'.repeat(99)}{}]}`),
    post('100 unknown zones, no token', 404, availability, JSON.stringify({ ...stay, zones: unknownZones })),
    post('a text of 16 kB without an end, no token', 400, availability, '"'.padEnd(16_000, 'a')),
    post('99 kB of brackets', 400, checkouts.order, '['.repeat(99_000)),
    post('99 kB of lines with a broken text', 400, checkouts.order, '{"a":'.padEnd(98_000, '\n').concat('"\\x"')),
    post('4,900 unknown fields and no other', 400, checkouts.order, unknownFields),
    post('100,001 bytes', 413, checkouts.order, ' '.repeat(100_001)),
    post('a booking of 100 unknown zones', 404, checkouts.booking, json({ ...booking, zones: unknownZones })),
    post('a booking of more sites than there are', 409, checkouts.booking, json({ ...booking, zones: tooManySites })),
    post('an order of 100 unknown variants', 404, checkouts.order, order(unknownVariant)),
    post('an order of 100 lines with mistakes', 400, checkouts.order, order({ quantity: 0 })),
    post(
      'an order of 100 lines, one of more than there is',
      409,
      checkouts.order,
      // The 15th is cheap, so that no amount is beyond what is stored.
      order(index => ({ quantity: index === 14 ? 2_500_000 : 1 })),
    ),
    post('an order of 100 lines, beyond any amount', 409, checkouts.order, order({ quantity: 2_000_000 })),
    post('an order of 100 lines at other prices', 409, checkouts.order, order({ unitPrice: '0.01' })),
    post('an order of 100 lines with an unknown coupon', 409, checkouts.order, order({}, { couponClaimId: 1 })),
    post('an action on an unknown order, with a body', 404, `${checkouts.order}/none/cancel`, '{"reason":1}'),
    get(
      'a list with a new filter that finds nothing',
      200,
      turn => `/api/products?size=100&brand=Brand+${run}-${turn}`,
    ),
    get('a list with a new bound of the price', 200, turn => `/api/products?size=100&minPrice=0.${1_000 + turn}`),
    get('a page that is new', 200, turn => `/api/products?page=${turn}&size=${1 + (turn % 100)}`),
    get('a query of 8 kB with many mistakes', 400, () => `/api/products?${'page=x&'.repeat(1_150)}`),
    get('a token that is none', 401, () => '/api/me/orders'),
  ]
}
