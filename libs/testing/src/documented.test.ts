import { expect, test } from 'vitest'
import { requireDocumented, requireDocumentedEvent } from './documented.ts'

const facets = { total: 0, categories: [], brands: [], price: null }

test.each<[string, { status?: number; body?: object; headers?: object; path?: string }, string]>([
  ['a status', { status: 201 }, 'does not document the status'],
  ['a field', { body: { ...facets, debug: 1 } }, 'must NOT have additional properties'],
  ['a missing field', { body: { ...facets, price: undefined } }, "required property 'price'"],
  ['a header', { headers: { 'x-request-id': 'a b' } }, 'must match pattern'],
  ['a path', { path: '/api/nothing' }, 'There is no such operation'],
])('an answer whose %s is not described is refused', (_, changes, problem) => {
  const { status = 200, body = facets, headers, path = '/api/products/facets' } = changes
  const described = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public',
    etag: 'W/"1"',
    vary: 'x',
  }
  const text = JSON.stringify({ success: true, data: body })
  const all = new Headers({ ...described, 'x-request-id': 'r-1', ...headers })
  expect(() => requireDocumented({ method: 'GET', path, status, headers: all, text })).toThrow(problem)
})

test('an event of an unknown type is refused', () => {
  expect(() => requireDocumentedEvent({ type: 'booking.moved' })).toThrow('has no message "booking.moved"')
})
