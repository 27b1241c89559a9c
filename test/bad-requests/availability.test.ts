import type { ErrorCode } from '@campstore/contract/errors'
import { badBodies, noCounts, noDates, noTexts, stayDateRefusal } from './bodies.ts'
import { campgrounds, goodQuery, inDays } from './campground-shop.ts'
import { type BadRequest, describeBadRequests, type Request } from './requests.ts'

const path = '/api/booking/check-availability'
const post = (body: Request['body']): Request => ({ method: 'POST', path, body })

/** The good query but for these fields. */
const but = (what: string, changes: object, code: ErrorCode = 'VALIDATION_ERROR'): BadRequest => [
  what,
  post({ ...goodQuery, ...changes }),
  code,
]
const zone = { zoneId: 'zone-lawn', quantity: 1 }

/** The good query as a text in which one value is replaced by another JSON text. */
const withText = (field: string, value: string): string =>
  JSON.stringify(goodQuery).replace(new RegExp(`"${field}":(?:\\d+|"[^"]*"|\\[.*?\\])`), `"${field}":${value}`)

const fields = ['campgroundId', 'checkIn', 'checkOut'] as const

const shapes: BadRequest[] = [
  ...fields.map(field => but(`no ${field}`, { [field]: undefined })),
  ...fields.flatMap(field => noTexts.map(([what, value]) => but(`${field} is ${what}`, { [field]: value }))),
  but('no zones', { zones: undefined }),
  but('zones are null', { zones: null }),
  but('zones are none', { zones: [] }),
  but('zones are a text', { zones: 'zone-lawn' }),
  but('zones are one object', { zones: zone }),
  but('zones are an object that looks like a list', { zones: { 0: zone, length: 1 } }),
  but('zones are texts', { zones: ['zone-lawn'] }),
  but('a zone is null', { zones: [null] }),
  but('a zone is a list', { zones: [[zone]] }),
  but('a zone has no zoneId', { zones: [{ quantity: 1 }] }),
  but('a zone has no quantity', { zones: [{ zoneId: 'zone-lawn' }] }),
  but('a zone has other names', { zones: [{ id: 'zone-lawn', count: 1 }] }),
  but('a zoneId is empty', { zones: [{ ...zone, zoneId: '' }] }),
  but('a zoneId is an object', { zones: [{ ...zone, zoneId: {} }] }),
  but('one zone twice', { zones: [zone, zone] }),
  but('one zone twice with other quantities', { zones: [zone, { ...zone, quantity: 2 }] }),
  but('one zone twice among others', { zones: [zone, { zoneId: 'zone-asleep', quantity: 1 }, zone] }),
  but('an unknown zone twice', { zones: ['x', 'x'].map(zoneId => ({ zoneId, quantity: 1 })) }),
  but('a good and a bad zone', { zones: [zone, { zoneId: 'zone-asleep', quantity: 0 }] }),
  but('an empty campgroundId', { campgroundId: '' }),
  but('a thousand zones', { zones: Array.from({ length: 1_000 }, (_, line) => ({ zoneId: `z${line}`, quantity: 1 })) }),
  ['a zone twice, said by duplicate keys', post(withText('zones', '[],"zones":[{"zoneId":1}]')), 'VALIDATION_ERROR'],
  [
    'a good value, then a bad one for the same key',
    post(withText('campgroundId', '"camp-pine","campgroundId":5')),
    'VALIDATION_ERROR',
  ],
  ['zones under __proto__', post(withText('zones', '0,"__proto__":{"zones":[]}')), 'VALIDATION_ERROR'],
  [
    'a zone of ten thousand lists',
    post(withText('zones', `${'['.repeat(10_000)}${']'.repeat(10_000)}`)),
    'VALIDATION_ERROR',
  ],
]

const quantities = noCounts.map(
  ([what, value]): BadRequest => [`a quantity of ${what}`, post(withText('quantity', value)), 'VALIDATION_ERROR'],
)

const dates: BadRequest[] = [
  ...noDates.flatMap(text => [
    but(`checkIn is ${JSON.stringify(text).slice(0, 60)}`, { checkIn: text }, stayDateRefusal(text)),
    but(`checkOut is ${JSON.stringify(text).slice(0, 60)}`, { checkOut: text }, stayDateRefusal(text)),
  ]),
  but('checkOut on the day of checkIn', { checkOut: goodQuery.checkIn }, 'BOOKING_DATE_INVALID'),
  but('checkOut before checkIn', { checkIn: goodQuery.checkOut, checkOut: goodQuery.checkIn }, 'BOOKING_DATE_INVALID'),
  but('checkIn yesterday', { checkIn: inDays(-1), checkOut: inDays(1) }, 'BOOKING_WINDOW_EXCEEDED'),
  but('checkIn at the beginning of time', { checkIn: '0001-01-01', checkOut: '0001-01-02' }, 'BOOKING_WINDOW_EXCEEDED'),
  but('checkIn at the end of time', { checkIn: '9999-12-30', checkOut: '9999-12-31' }, 'BOOKING_WINDOW_EXCEEDED'),
  but('checkIn beyond the window', { checkIn: inDays(92), checkOut: inDays(93) }, 'BOOKING_WINDOW_EXCEEDED'),
  but('one night too many', { checkOut: inDays(45) }, 'BOOKING_WINDOW_EXCEEDED'),
  but('three million nights', { checkOut: '9999-12-31' }, 'BOOKING_WINDOW_EXCEEDED'),
]

const unknown: BadRequest[] = [
  but('an unknown campground', { campgroundId: 'camp-nowhere' }, 'NOT_FOUND'),
  but(
    'an inactive campground',
    { campgroundId: 'camp-gone', zones: [{ zoneId: 'zone-gone', quantity: 1 }] },
    'NOT_FOUND',
  ),
  but('a campground in other letters', { campgroundId: 'CAMP-PINE' }, 'NOT_FOUND'),
  but('a campground with a NUL', { campgroundId: 'camp-pine\0' }),
  but('a campground that is half a character', { campgroundId: '\ud83c' }),
  but('a campground of 10,000 characters', { campgroundId: 'a'.repeat(10_000) }, 'NOT_FOUND'),
  but('a campground called __proto__', { campgroundId: '__proto__' }, 'NOT_FOUND'),
  but('a campground that is SQL', { campgroundId: `camp-pine' or '1'='1` }, 'NOT_FOUND'),
  but('an unknown zone', { zones: [{ zoneId: 'zone-nowhere', quantity: 1 }] }, 'NOT_FOUND'),
  but('a zone of another campground', { zones: [{ zoneId: 'zone-shore', quantity: 1 }] }, 'NOT_FOUND'),
  but(
    'a good zone and one of another campground',
    { zones: [zone, { zoneId: 'zone-shore', quantity: 1 }] },
    'NOT_FOUND',
  ),
  but('a zone with a NUL', { zones: [{ zoneId: 'zone-lawn\0', quantity: 1 }] }),
  but('a zone that is half a character', { zones: [{ zoneId: '\udc00', quantity: 1 }] }),
  but('a zone of 10,000 characters', { zones: [{ zoneId: 'z'.repeat(10_000), quantity: 1 }] }, 'NOT_FOUND'),
  but('an array in the words of PostgreSQL', { zones: [{ zoneId: '{zone-lawn,"', quantity: 1 }] }, 'NOT_FOUND'),
]

const order: BadRequest[] = [
  but('a bad shape before a bad date', { checkIn: 'never', zones: [] }, 'VALIDATION_ERROR'),
  but('a bad date before an unknown campground', { checkIn: 'never', campgroundId: 'x' }, 'BOOKING_DATE_INVALID'),
  but(
    'a bad window before an unknown campground',
    { checkOut: inDays(60), campgroundId: 'x' },
    'BOOKING_WINDOW_EXCEEDED',
  ),
]

const methods = ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map(
  (method): BadRequest => [method, { method, path, body: goodQuery }, 'METHOD_NOT_ALLOWED'],
)

describeBadRequests('bad requests to check-availability', campgrounds, {
  bodies: badBodies({ method: 'POST', path }, goodQuery),
  shapes,
  quantities,
  dates,
  'what is not there': unknown,
  'the order of the checks': order,
  methods,
})
