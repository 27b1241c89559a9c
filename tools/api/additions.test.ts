import { readFileSync } from 'node:fs'
import { documents } from '@campstore/contract/documents'
import { expect, test } from 'vitest'
import { additions } from './additions.ts'

type Json = { [key: string]: unknown }

const read = (file: URL | string) => JSON.parse(readFileSync(file, 'utf8')) as Json
const current = () => ({ openApi: read(documents.openapi), asyncApi: read(documents.asyncapi) })

/** The object at a path of the current documents. */
const at = (document: unknown, ...path: string[]) =>
  path.reduce((part, name) => (part as Json)[name] as Json, document as Json)

const ship = ['openApi', 'paths', '/api/admin/orders/{id}/ship', 'post']

test.each<[string, (documents: Json) => void, string, string]>([
  [
    'an endpoint',
    all => {
      at(all, 'openApi', 'paths')['/api/booking/new'] = { get: { 'x-area': 'booking', responses: {} } }
    },
    'booking',
    'GET /api/booking/new is added',
  ],
  [
    'a parameter',
    all => {
      at(all, ...ship).parameters = [...(at(all, ...ship).parameters as Json[]), { in: 'query', name: 'dry' }]
    },
    'admin',
    'parameter query dry is added',
  ],
  [
    'a field of a response',
    all => {
      at(all, 'openApi', 'components', 'schemas', 'AdminOrder', 'properties').note = { type: 'string' }
    },
    'admin',
    'response 200.data.note is added',
  ],
  [
    'a field of a body',
    all => {
      at(all, ...ship).requestBody = { content: { 'application/json': { schema: { properties: { carrier: {} } } } } }
    },
    'admin',
    'body.carrier is added',
  ],
  [
    'an error code of a status that was there',
    all => {
      const { allOf } = at(all, ...ship, 'responses', '409', 'content', 'application/json', 'schema')
      const own = (allOf as Json[]).at(-1)
      ;(at(own, 'properties', 'error', 'properties', 'code').enum as string[]).push('CARRIER_UNKNOWN')
    },
    'admin',
    'response 409.error.code = CARRIER_UNKNOWN is added',
  ],
  [
    'a status',
    all => {
      at(all, ...ship, 'responses')['418'] = { description: 'teapot' }
    },
    'admin',
    'response 418 is added',
  ],
  [
    'a value',
    all => {
      const values = at(all, 'openApi', 'components', 'schemas', 'BookingStatus').enum as string[]
      values.push('lost')
    },
    'booking',
    '= lost is added',
  ],
  [
    'an event',
    all => {
      at(all, 'asyncApi', 'components', 'messages').orderLost = { name: 'order.lost', payload: {} }
    },
    'checkout',
    'event order.lost is added',
  ],
  [
    'a field of an event',
    all => {
      const payload = at(all, 'asyncApi', 'components', 'messages', 'bookingPaid', 'payload')
      at(payload, 'properties').more = { type: 'string' }
    },
    'booking',
    'payload.more is added',
  ],
])('finds %s', (_, seed, area, expected) => {
  const after = current()
  seed(after)
  const found = additions(current(), after)
  expect(found.map(({ area }) => area)).toContain(area)
  expect(found.map(({ operation, change }) => `${operation} ${change}`).join('\n')).toContain(expected)
  expect(additions(after, current())).toEqual([])
})
