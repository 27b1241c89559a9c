import type { ErrorCode } from '@campstore/contract/errors'
import { campgrounds } from './campground-shop.ts'
import { noPages, unknownIds } from './paths.ts'
import { type BadRequest, byOne, describeBadRequests, type Request, strangersAt } from './requests.ts'

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

const paging = noPages.map(query => row(query.slice(0, 40), { path: `${bookings}?${query}` }, 'VALIDATION_ERROR'))

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

describeBadRequests('bad requests to checkouts and own bookings', campgrounds, {
  tokens: strangersAt(endpoints('{own}')),
  'two Authorization headers': byOne('twoTokens', endpoints('{own}'), 'VALIDATION_ERROR'),
  'a deleted member': byOne('deleted', endpoints('{own}'), 'FORBIDDEN'),
  'what is not there': unknown,
  states,
  'the deferred endpoints': deferred,
  paging,
  methods,
})
