import { gzipSync } from 'node:zlib'
import type { ErrorCode } from '@campstore/contract/errors'
import type { Route } from '@campstore/contract/route'
import { damagedGzip } from '@campstore/testing/damaged-gzip'
import { goodRequest } from './declared-routes.ts'
import type { BadRequest, Request } from './refusals.ts'
import { goodCheckout, goodOrder } from './samples.ts'
import { words } from './values.ts'

const lists = '['.repeat(5_000)

/**
 * Bodies that a route does not accept, whatever it asks for: no JSON object, too large, or not to be read. The tests of libs/http
 * and of the gateway have more kinds.
 */
export function unreadableBodies(route: Route): BadRequest[] {
  const request = goodRequest(route)
  const text = JSON.stringify(request.body)
  const bad = (what: string, body: Request['body'], code: ErrorCode = 'VALIDATION_ERROR', headers = {}): BadRequest => [
    what,
    { ...request, body, headers },
    code,
  ]
  const typed = (type: string) => bad(`content-type ${type}`, text, 'UNSUPPORTED_MEDIA_TYPE', { 'content-type': type })
  return [
    bad('no body', undefined),
    bad('an empty body', ''),
    bad('a list', `[${text}]`),
    bad('null', 'null'),
    bad('a text', JSON.stringify(text)),
    bad('JSON cut off in the middle', text.slice(0, text.length / 2)),
    bad('JSON followed by more', `${text}{}`),
    bad('a NUL after the JSON', `${text}\0`),
    bad('UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')),
    bad('bytes that are not UTF-8', Buffer.from(text.replace('{', '{"\xff":1,'), 'latin1')),
    bad('five thousand nested lists', lists + ']'.repeat(5_000)),
    bad('100,001 bytes', text.padEnd(100_001), 'PAYLOAD_TOO_LARGE'),
    bad('gzip', gzipSync(text), 'UNSUPPORTED_MEDIA_TYPE', { 'content-encoding': 'gzip' }),
    ...['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''].map(typed),
  ]
}

/** Bodies for an action that takes none: what they say would be lost. */
export function bodiesOfAction(route: Route): BadRequest[] {
  const bad = (what: string, body: string, path: string): BadRequest => [
    what,
    { ...goodRequest(route), body },
    'VALIDATION_ERROR',
    path,
  ]
  const ofType = (type: string, body: string): BadRequest => [
    `content-type ${type}`,
    { ...goodRequest(route), body, headers: { 'content-type': type } },
    'UNSUPPORTED_MEDIA_TYPE',
  ]
  return [
    bad('a field', '{"trackingNumber":"SF123"}', 'trackingNumber'),
    bad('a field __proto__', '{"__proto__":{}}', '__proto__'),
    bad('malformed JSON', '[', ''),
    bad('a list', '[]', ''),
    bad('nested lists', lists, ''),
    ofType('application/x-www-form-urlencoded', 'trackingNumber=SF123'),
    ofType('text/plain', '{}'),
  ]
}

/** A body that is not read, too large or damaged, for every method but GET; the damaged one goes to the service itself. */
export function bodiesInTheWay(route: Route): BadRequest[] {
  const request = goodRequest(route)
  const damaged = { ...request, body: damagedGzip(), headers: { 'content-encoding': 'gzip' } }
  return [
    ['100,001 bytes', { ...request, body: ' '.repeat(100_001) }, 'PAYLOAD_TOO_LARGE'],
    ['gzip damaged past the limit', { ...damaged, to: route.path.split('/')[2] }, 'UNSUPPORTED_MEDIA_TYPE'],
  ]
}

const camp = '/api/booking/campgrounds'

const checkout = { method: 'POST', path: '/api/booking/checkout/sessions', body: goodCheckout }
const order = { method: 'POST', path: '/api/checkout/sessions', body: goodOrder }

/** Credentials, keys and fields where they do not count. */
export const misplaced = [checkout, order].flatMap((request): BadRequest[] => {
  const { path, body } = request
  const signed = { ...request, as: 'member' }
  const text = JSON.stringify(body)
  const twoKeys = text.replace('"a-new-key"', '"a-new-key","idempotencyKey":7')
  const hidden = text.replace('"quantity":1', '"quantity":"1","__proto__":{"quantity":1}')
  const keyless = { ...signed, body: { ...body, idempotencyKey: undefined } }
  return [
    ['a token in the query', { ...request, path: `${path}?access_token=abc` }, 'UNAUTHORIZED'],
    ['a token in a cookie', { ...request, headers: { cookie: 'token=abc' } }, 'UNAUTHORIZED'],
    ['who one is in the body', { ...request, body: { ...body, customerId: 'customer-active' } }, 'UNAUTHORIZED'],
    ['no token and JSON that is cut off', { ...request, body: '{' }, 'UNAUTHORIZED'],
    ['a suspended member with a bad body', { ...request, body: '{', as: 'suspended' }, 'FORBIDDEN'],
    ['the key as a header', { ...keyless, headers: { 'idempotency-key': 'k' } }, 'VALIDATION_ERROR', 'idempotencyKey'],
    ['a good key, then a bad one', { ...signed, body: twoKeys }, 'VALIDATION_ERROR', 'idempotencyKey'],
    ['a quantity under __proto__', { ...signed, body: hidden }, 'VALIDATION_ERROR'],
  ]
})

/** Paths at which there is nothing. */
export const unknownPaths: BadRequest[] = [
  ...words('/api/booking/bookings/{bookingPaid}/confirm /api/checkout/sessions/{orderPaid}/pay'),
  ...words('/internal/booking/policy /api/booking/internal/policy /booking/policy /API/booking/policy'),
  ...words('//api/booking/policy /api/booking/policy/ /api/BOOKING/policy /api/booking/policy;v=1'),
  ...words(
    '/api/admin/../../internal/orders /api /health/ready /api/camping/policy /api/booking /api/booking/ /api/booking/campground',
  ),
  ...words('/api/bookings/policy /api/booking/policy/1 /api/booking/__proto__ /api/booking/health/ready'),
  ...words('/api/product /api/products.json /api/products/internal/revision /api/products/product-lamp/variants'),
  ...words('/api/me /api/me/ /api/me/coupon /api/me/coupons/7001 /api/me/profile /api/me/spending'),
  ...words('/api/me/customers/customer-other/orders /api/me/orders/{order}/items /api/me/orders/{order}/cancel'),
  ...words('/api/admin /api/admin/ /api/admin/nothing /api/admin/audit /api/admin/orders/{orderPaid}/pay'),
  ...words(`/api/admin/Users /api/admin/orders/{orderPaid}/Ship ${camp}/camp-pine/zones`),
].map(path => [path, { path, as: path.startsWith('/api/admin') ? 'admin' : 'member' }, 'NOT_FOUND'])

/** Pictures that there are not. */
export const unknownPictures: BadRequest[] = [
  ...words('none.svg NONE.SVG none .svg .. ../product-lamp %2e%2e/product-lamp none.svg%00 none.svg/ a/none.svg'),
  ...words(`%6eone.svg ..%2fpackage.json __proto__ none.svg;v=1 ${'a'.repeat(10_000)}`),
  '',
].map(name => [name, { path: `/api/products/images/${name}` }, 'NOT_FOUND'])
