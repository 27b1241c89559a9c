import type { ErrorCode } from '@campstore/contract/errors'
import { badCredentials } from './credentials.ts'
import { type BadRequest, describeBadRequests, type Request } from './requests.ts'

const sessions = '/api/booking/checkout/sessions'
const bookings = '/api/booking/bookings'

/** Every endpoint of this family, for one booking. */
const endpoints = (id: string): Record<string, Request> => ({
  'read the checkout': { path: `${sessions}/${id}` },
  cancel: { method: 'POST', path: `${sessions}/${id}/cancel` },
  'change the checkout': { method: 'PATCH', path: `${sessions}/${id}`, body: {} },
  'the payment form': { method: 'POST', path: `${sessions}/${id}/gateway`, body: {} },
  'read the booking': { path: `${bookings}/${id}` },
  'list the bookings': { path: bookings },
})
const idEndpoints = ['read the checkout', 'cancel', 'read the booking'] as const

const row = (what: string, request: Request, code: ErrorCode): BadRequest => [what, { as: 'member', ...request }, code]

/** Every wrong token, at one endpoint after the other. */
const strangers = Object.keys(badCredentials).flatMap((sender, line) => {
  const all = Object.entries(endpoints('{own}'))
  return all
    .slice(line % 3)
    .filter((_, place) => place % 3 === 0)
    .map(([endpoint, request]): BadRequest => [`${sender}: ${endpoint}`, { ...request, as: sender }, 'UNAUTHORIZED'])
})

const twoTokens = Object.entries(endpoints('{own}')).map(([endpoint, request]) =>
  row(endpoint, { ...request, as: 'twoTokens' }, 'VALIDATION_ERROR'),
)
const deleted = Object.entries(endpoints('{own}')).map(([endpoint, request]) =>
  row(endpoint, { ...request, as: 'deleted' }, 'FORBIDDEN'),
)

const unknownIds = [
  '{foreign}',
  'nothing',
  '00000000-0000-7000-8000-000000000000',
  '0',
  '-1',
  '1e400',
  'undefined',
  'null',
  'NaN',
  '__proto__',
  'constructor',
  '*',
  '%20',
  '{own}%20',
  '%20{own}',
  '{own},{foreign}',
  "{own}'--",
  "x'%20or%20'1'='1",
  '%E5%B1%B1',
  '%F0%9F%8F%95',
  'a'.repeat(10_000),
  '{own}%00',
  '%ED%A0%80',
  '%ff',
  '%2e%2e',
  '..',
  '{own};x=1',
  '{own}/',
  '{own}/nothing',
]
const unknown = unknownIds.flatMap(id =>
  idEndpoints.map(endpoint => {
    const request = endpoints(id)[endpoint] ?? expectEndpoint(endpoint)
    return row(`${endpoint} of ${id.slice(0, 40)}`, request, 'NOT_FOUND')
  }),
)

const states: BadRequest[] = [
  row(
    'cancel a booking past its deadline',
    { method: 'POST', path: `${sessions}/{overdue}/cancel` },
    'BOOKING_EXPIRED',
  ),
  row('cancel a paid booking', { method: 'POST', path: `${sessions}/{paid}/cancel` }, 'CONFLICT'),
  row('cancel a confirmed booking', { method: 'POST', path: `${sessions}/{confirmed}/cancel` }, 'CONFLICT'),
  row('cancel a completed booking', { method: 'POST', path: `${sessions}/{completed}/cancel` }, 'CONFLICT'),
]

/** The two deferred endpoints need a token and nothing else. */
const deferred: BadRequest[] = [
  ['a known booking', '{own}', '{}'],
  ['a foreign booking', '{foreign}', '{}'],
  ['an unknown booking', 'nothing', '{}'],
  ['a coupon', '{own}', '{"couponClaimId":1}'],
  ['JSON that is cut off', '{own}', '{'],
  ['a list', '{own}', '[]'],
  ['a NUL', '{own}', '\0'],
].flatMap(([what, id = '', body]): BadRequest[] => [
  row(`change the checkout: ${what}`, { method: 'PATCH', path: `${sessions}/${id}`, body }, 'NOT_IMPLEMENTED'),
  row(`the payment form: ${what}`, { method: 'POST', path: `${sessions}/${id}/gateway`, body }, 'NOT_IMPLEMENTED'),
])
deferred.push(
  row('no body', { method: 'PATCH', path: `${sessions}/{own}` }, 'NOT_IMPLEMENTED'),
  row('a suspended member', { method: 'PATCH', path: `${sessions}/{own}`, as: 'suspended' }, 'NOT_IMPLEMENTED'),
  row(
    'a body of 100,001 bytes',
    { method: 'PATCH', path: `${sessions}/{own}`, body: ' '.repeat(100_001) },
    'PAYLOAD_TOO_LARGE',
  ),
)

const paging = [
  'page=-1',
  'page=-0',
  'page=%2B1',
  'page=1.5',
  'page=1.0',
  'page=1e2',
  'page=0x10',
  'page=',
  'page',
  'page=%20',
  'page=%201',
  'page=1%20',
  'page=1%0a',
  'page=%00',
  'page=%',
  'page=NaN',
  'page=Infinity',
  'page=null',
  'page=undefined',
  'page=true',
  'page=first',
  'page=9999999999',
  'page=99999999999999999999',
  'page=1e400',
  `page=${'9'.repeat(10_000)}`,
  'page=%EF%BC%91',
  'page=%D9%A1',
  'page=1;size=2',
  'page=1,2',
  'page=0&page=1',
  'page=0&page=0',
  'size=0',
  'size=00',
  'size=-1',
  'size=101',
  'size=1000000',
  'size=2147483648',
  'size=9007199254740993',
  'size=',
  'size=20.5',
  'size=1e1',
  'size=0x14',
  'size=ten',
  'size=null',
  'size=20&size=20',
  'page=0&size=0',
  'page=x&size=20',
  "page=0'--",
  'page=0%20union%20all',
].map(query => row(query.slice(0, 40), { path: `${bookings}?${query}` }, 'VALIDATION_ERROR'))

const methods: BadRequest[] = [
  row('POST to a checkout', { method: 'POST', path: `${sessions}/{own}`, body: {} }, 'METHOD_NOT_ALLOWED'),
  row('DELETE of a checkout', { method: 'DELETE', path: `${sessions}/{own}` }, 'METHOD_NOT_ALLOWED'),
  row('GET of cancel', { path: `${sessions}/{own}/cancel` }, 'METHOD_NOT_ALLOWED'),
  row('PUT to cancel', { method: 'PUT', path: `${sessions}/{own}/cancel` }, 'METHOD_NOT_ALLOWED'),
  row('GET of the payment form', { path: `${sessions}/{own}/gateway` }, 'METHOD_NOT_ALLOWED'),
  row('DELETE of a booking', { method: 'DELETE', path: `${bookings}/{own}` }, 'METHOD_NOT_ALLOWED'),
  row('PATCH of a booking', { method: 'PATCH', path: `${bookings}/{own}`, body: {} }, 'METHOD_NOT_ALLOWED'),
  row('POST of a booking', { method: 'POST', path: bookings, body: {} }, 'METHOD_NOT_ALLOWED'),
  row('a method that nobody serves', { method: 'PURGE', path: bookings }, 'METHOD_NOT_ALLOWED'),
  row('confirm, which is for insiders', { method: 'POST', path: `${bookings}/{paid}/confirm` }, 'NOT_FOUND'),
  row('confirm by its inner path', { method: 'POST', path: '/internal/booking/bookings/{paid}/confirm' }, 'NOT_FOUND'),
]

function expectEndpoint(name: string): never {
  throw new Error(`there is no endpoint to ${name}`)
}

describeBadRequests('bad requests to checkouts and own bookings', {
  tokens: strangers,
  'two Authorization headers': twoTokens,
  'a deleted member': deleted,
  'what is not there': unknown,
  states,
  'the deferred endpoints': deferred,
  paging,
  methods,
})
