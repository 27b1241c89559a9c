import type { ApiResponse, HttpRequest } from '@campstore/testing/send'
import { expect, test } from 'vitest'
import { checkAnswer } from './checks.ts'
import { readOperations } from './operations.ts'

const operations = new Map(readOperations().map(operation => [operation.id, operation]))
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': 'r-1',
  'cache-control': 'no-store',
  'www-authenticate': 'Bearer',
  'retry-after': '1',
}
const envelope = (code: string) => JSON.stringify({ success: false, error: { code, message: 'What is wrong.' } })
const notFound = { status: 404, headers, text: envelope('NOT_FOUND') }

/** How an answer differs from one that nothing was found. */
type Answer = Partial<Omit<ApiResponse, 'headers'>> & { headers?: Record<string, string | undefined> }

const rulesOf = (
  id: string,
  request: Partial<HttpRequest>,
  { headers: own = headers, ...answer }: Answer,
): string[] => {
  const operation = operations.get(id) ?? expect.fail()
  const path = operation.path.replace(/\{\w+\}/, 'one')
  const sent = { operation, method: operation.method, path, headers: { 'x-request-id': 'r-1' }, ...request }
  const empty = { body: undefined, data: undefined, meta: undefined, code: undefined, sentAt: 0, tookMs: 0 }
  const received = Object.entries(own).filter(([, value]) => value !== undefined) as [string, string][]
  return checkAnswer(sent, { ...empty, ...notFound, ...answer, headers: new Headers(received) }).map(({ rule }) => rule)
}

test('an answer that is as it must be has no violation', () => {
  expect(rulesOf('getProduct', {}, {})).toEqual([])
  expect(rulesOf('changeCheckout', {}, { status: 501, text: envelope('NOT_IMPLEMENTED') })).toEqual([])
})

test.each([500, 502, 503, 504])('%i is a violation, whether it is declared or not', status => {
  expect(rulesOf('getProduct', {}, { status, text: envelope('INTERNAL_ERROR') })).toContain('no 5xx')
})

test('501 of what is built is a violation, also where the path has a deferred operation', () => {
  const answer = { status: 501, text: envelope('NOT_IMPLEMENTED') }
  expect(rulesOf('getCheckout', { method: 'PATCH' }, answer)).toEqual([])
  expect(rulesOf('getCheckout', {}, answer)).toContain('no 5xx')
  expect(rulesOf('getProduct', {}, { status: 501, text: envelope('NOT_IMPLEMENTED') })).toContain('no 5xx')
})

const undocumented = 'the answer is as documented'
test.each<[what: string, Answer]>([
  ['a status that is not declared', { status: 409, text: envelope('CONFLICT') }],
  ['an error code that is not declared', { text: envelope('COUPON_NOT_APPLICABLE') }],
  ['a field that is not declared', { text: JSON.stringify({ ...JSON.parse(notFound.text), stack: 'at x' }) }],
  [
    'a success without its data',
    { status: 200, text: '{"success":true}', headers: { ...headers, etag: '"x"', vary: 'origin' } },
  ],
  ['a text', { headers: { ...headers, 'content-type': 'text/html' } }],
])('%s is a violation', (_, answer) => {
  expect(rulesOf('getProduct', {}, answer)).toEqual([undocumented])
})

test('an error outside of the envelope is a violation, also where no path is declared', () => {
  const answer = { text: 'Not found', headers: { ...headers, 'content-type': 'text/plain' } }
  expect(rulesOf('getProduct', { path: '//nothing' }, answer)).toEqual(['an error is in the envelope'])
})

const wrongId = 'the answer has the id of its request'
test('another request id than the one that was sent is a violation, a new one for an invalid one is not', () => {
  expect(rulesOf('getProduct', { headers: { 'x-request-id': 'r-2' } }, {})).toEqual([wrongId])
  expect(rulesOf('getProduct', { headers: { 'x-request-id': 'a b' } }, {})).toEqual([])
  const unknown = { headers: { ...headers, 'x-request-id': undefined } }
  expect(rulesOf('getProduct', {}, unknown)).toContain(wrongId)
})

const accepted = 'what the document refuses is not accepted'
test('a body that the schema refuses was not accepted', () => {
  const success = { status: 200, text: '{"success":true,"data":{}}' }
  expect(rulesOf('suspendCustomer', { body: '{"reason":7}' }, success)).not.toContain(accepted)
  expect(rulesOf('cancelOrder', { body: '{"reason":"no payment"}' }, success)).not.toContain(accepted)
  expect(rulesOf('cancelOrder', { body: '\ufeff{"reason":"no payment"}' }, success)).not.toContain(accepted)
  expect(rulesOf('cancelOrder', { body: '{"reason":7}' }, success)).toContain(accepted)
  expect(rulesOf('cancelOrder', { body: '{"reason":"x","more":1}' }, success)).toContain(accepted)
  expect(rulesOf('cancelOrder', { body: '{"reason":7}' }, {})).not.toContain(accepted)
})
