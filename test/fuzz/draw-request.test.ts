import { expect, test } from 'vitest'
import { credentials } from '../bad-requests/credentials.ts'
import { drawRequest, type FuzzRequest } from './draw-request.ts'
import { createKnownIds } from './known-ids.ts'
import { mutations } from './mutations.ts'
import { readOperations } from './operations.ts'

const operations = readOperations()
const known = createKnownIds()
known.learn('member', '/api/booking/campgrounds', [{ id: 'camp-pine', zones: [{ id: 'zone-lawn' }] }])
const source = { operations, known, idTokens: ['token'], former: [] as FuzzRequest[] }
const draw = (seed: number, count: number, from = 1) =>
  Array.from({ length: count }, (_, line) => drawRequest(from + line, { ...source, seed }))

test('the same seed draws the same requests', () => {
  expect(draw(7, 300)).toEqual(draw(7, 300))
})

test('a request depends on its number, not on those before it', () => {
  expect(draw(7, 1, 250)).toEqual(draw(7, 300).slice(249, 250))
})

test('another seed draws other requests', () => {
  expect(draw(8, 300)).not.toEqual(draw(7, 300))
})

test('5,000 requests have every operation, every caller and every mutation', () => {
  const requests = draw(1, 5_000)
  const all = (of: (request: FuzzRequest) => string) => new Set(requests.map(of))
  expect([...all(({ operation }) => operation.id)].sort()).toEqual(operations.map(({ id }) => id).sort())
  expect([...all(({ caller }) => caller)].sort()).toEqual([...Object.keys(credentials), 'visitor'].sort())
  expect([...all(({ mutation }) => mutation)].sort()).toEqual([...mutations.map(({ name }) => name), 'none'].sort())
})

test('half of the requests are valid', () => {
  const valid = draw(2, 1_000).filter(({ mutation }) => mutation === 'none')
  expect(valid.length).toBeGreaterThan(400)
  expect(valid.length).toBeLessThan(600)
})

test('former requests are sent again, as they were and with another body under the same key', () => {
  const [operation = expect.fail()] = operations.filter(({ id }) => id === 'startCheckout')
  const body = '{"idempotencyKey":"k","guestCount":2}'
  const former = [{ number: 1, operation, caller: 'member', mutation: 'none', path: '/', body }]
  const requests = Array.from({ length: 500 }, (_, number) => drawRequest(number, { ...source, former, seed: 1 }))
  const bodies = requests.filter(({ mutation }) => mutation.startsWith('repeated')).map(({ body }) => body)
  expect(new Set(bodies)).toEqual(new Set([body, '{"idempotencyKey":"k","guestCount":29}']))
})
