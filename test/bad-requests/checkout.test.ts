import type { ErrorCode } from '@campstore/contract/errors'
import { badBodies, noCounts, noDates, noTexts, stayDateRefusal } from './bodies.ts'
import { campgrounds, goodCheckout, goodRental, inDays, usedKey } from './campground-shop.ts'
import { type BadRequest, byEveryStranger, describeBadRequests, type Request } from './requests.ts'

const path = '/api/booking/checkout/sessions'
const post = (body: Request['body'], as = 'member'): Request => ({ method: 'POST', path, body, as })

/** The good checkout but for these fields. */
const but = (what: string, changes: object, code: ErrorCode = 'VALIDATION_ERROR'): BadRequest => [
  what,
  // Each with a key of its own, so that one that succeeds by mistake fails alone.
  post({ ...goodCheckout, idempotencyKey: `key of ${what}`.slice(0, 128), ...changes }),
  code,
]
const rentals = (changes: object, ...more: object[]) => ({ rentals: [{ ...goodRental, ...changes }, ...more] })
const zones = (...ids: string[]) => ({ zones: ids.map(zoneId => ({ zoneId, quantity: 1 })) })

/** The good checkout as a text in which `guestCount` has this JSON text as its value. */
const withGuests = (value: string): string =>
  JSON.stringify(goodCheckout).replace('"guestCount":2', `"guestCount":${value}`)

const required = ['campgroundId', 'checkIn', 'checkOut', 'guestCount', 'zones', 'paymentMethod', 'idempotencyKey']
const texts = ['campgroundId', 'checkIn', 'checkOut', 'paymentMethod', 'idempotencyKey']

const shapes: BadRequest[] = [
  ...required.map(field => but(`no ${field}`, { [field]: undefined })),
  ...texts.flatMap(field => noTexts.map(([what, value]) => but(`${field} is ${what}`, { [field]: value }))),
  but('an empty campgroundId', { campgroundId: '' }),
  but('zones are none', { zones: [] }),
  but('zones are null', { zones: null }),
  but('zones are an object', { zones: { zoneId: 'zone-lawn', quantity: 1 } }),
  but('one zone twice', zones('zone-lawn', 'zone-lawn')),
  but('a zone without a quantity', { zones: [{ zoneId: 'zone-lawn' }] }),
  but('a zone with a quantity of 0', { zones: [{ zoneId: 'zone-lawn', quantity: 0 }] }),
  but('rentals are an object', { rentals: goodRental }),
  but('rentals are a text', { rentals: 'listing-tent' }),
  but('a rental is null', { rentals: [null] }),
  but('a rental without a listing', rentals({ rentalListingId: undefined })),
  but('a rental without a variant', rentals({ rentalSkuVariantId: undefined })),
  but('a rental without a quantity', rentals({ quantity: undefined })),
  but('a rental with a quantity of 0', rentals({ quantity: 0 })),
  but('a rental with a quantity of -1', rentals({ quantity: -1 })),
  but('a rental with a quantity as text', rentals({ quantity: '1' })),
  but('one rental twice', rentals({}, goodRental)),
  but('one listing twice', rentals({}, { ...goodRental, rentalSkuVariantId: 'variant-stove' })),
  but('one variant twice', rentals({}, { ...goodRental, rentalListingId: 'listing-stove' })),
  but('a coupon', { couponClaimId: 1 }),
  but('a coupon as text', { couponClaimId: '1' }),
  but('a coupon of 0', { couponClaimId: 0 }),
  but('a coupon that is false', { couponClaimId: false }),
  but('a coupon that is an empty object', { couponClaimId: {} }),
  but('cash on delivery', { paymentMethod: 'cod' }),
  but('cash on delivery in other letters', { paymentMethod: 'COD' }),
  but('a payment method in other letters', { paymentMethod: 'Gateway-Credit' }),
  but('a payment method with a blank', { paymentMethod: 'gateway-credit ' }),
  but('an unknown payment method', { paymentMethod: 'gateway-crypto' }),
  but('a payment method called __proto__', { paymentMethod: '__proto__' }),
  but('an empty payment method', { paymentMethod: '' }),
  but('an empty key', { idempotencyKey: '' }),
  but('a key of 129 characters', { idempotencyKey: 'k'.repeat(129) }),
  but('a key of 10,000 characters', { idempotencyKey: 'k'.repeat(10_000) }),
  but('a key with a NUL', { idempotencyKey: 'key\0' }),
  but('a key that is half a character', { idempotencyKey: '\ud800' }),
  [
    'the key only as a header',
    { ...post({ ...goodCheckout, idempotencyKey: undefined }), headers: { 'idempotency-key': 'k' } },
    'VALIDATION_ERROR',
  ],
  [
    'a good key, then a bad one',
    post(JSON.stringify(goodCheckout).replace('"a-new-key"', '"a-new-key","idempotencyKey":7')),
    'VALIDATION_ERROR',
  ],
  [
    'rentals under __proto__ of a zone',
    post(JSON.stringify(goodCheckout).replace('"quantity":1', '"quantity":"1","__proto__":{"quantity":1}')),
    'VALIDATION_ERROR',
  ],
]

const guests = noCounts.map(
  ([what, value]): BadRequest => [`a guestCount of ${what}`, post(withGuests(value)), 'VALIDATION_ERROR'],
)

const dates: BadRequest[] = [
  ...noDates.map(text =>
    but(`checkIn is ${JSON.stringify(text).slice(0, 60)}`, { checkIn: text }, stayDateRefusal(text)),
  ),
  but('a checkOut that is no date', { checkOut: '2027-02-30' }, 'BOOKING_DATE_INVALID'),
  but('checkOut on the day of checkIn', { checkOut: goodCheckout.checkIn }, 'BOOKING_DATE_INVALID'),
  but('checkOut before checkIn', { checkOut: inDays(29) }, 'BOOKING_DATE_INVALID'),
  but('checkIn yesterday', { checkIn: inDays(-1), checkOut: inDays(1) }, 'BOOKING_WINDOW_EXCEEDED'),
  but('checkIn beyond the window', { checkIn: inDays(92), checkOut: inDays(93) }, 'BOOKING_WINDOW_EXCEEDED'),
  but('one night too many', { checkOut: inDays(45) }, 'BOOKING_WINDOW_EXCEEDED'),
  but('three million nights', { checkOut: '9999-12-31' }, 'BOOKING_WINDOW_EXCEEDED'),
]

const unknown: BadRequest[] = [
  but('an unknown campground', { campgroundId: 'camp-nowhere' }, 'NOT_FOUND'),
  but('an inactive campground', { campgroundId: 'camp-gone', ...zones('zone-gone'), rentals: [] }, 'NOT_FOUND'),
  but('a campground with a NUL', { campgroundId: 'camp-pine\0' }),
  but('a campground of 10,000 characters', { campgroundId: 'a'.repeat(10_000) }, 'NOT_FOUND'),
  but('half a character as campground', { campgroundId: '\ud800' }),
  but('an unknown zone', zones('zone-nowhere'), 'NOT_FOUND'),
  but('a zone of another campground', zones('zone-shore'), 'NOT_FOUND'),
  but('a good zone and an unknown one', zones('zone-lawn', 'zone-nowhere'), 'NOT_FOUND'),
  but('a zone of 10,000 characters', zones('z'.repeat(10_000)), 'NOT_FOUND'),
  but('half a character as zone', zones('\udfff')),
  but('an unknown listing', rentals({ rentalListingId: 'listing-nowhere' }), 'NOT_FOUND'),
  but('an unknown variant', rentals({ rentalSkuVariantId: 'variant-nowhere' }), 'NOT_FOUND'),
  but('the variant of another listing', rentals({ rentalSkuVariantId: 'variant-stove' }), 'NOT_FOUND'),
  but(
    'listing and variant changed about',
    rentals({ rentalListingId: 'variant-tent', rentalSkuVariantId: 'listing-tent' }),
    'NOT_FOUND',
  ),
  but(
    'a listing of another campground',
    rentals({ rentalListingId: 'listing-boat', rentalSkuVariantId: 'variant-boat' }),
    'NOT_FOUND',
  ),
  but(
    'a listing that is switched off',
    rentals({ rentalListingId: 'listing-off', rentalSkuVariantId: 'variant-off' }),
    'NOT_FOUND',
  ),
  but('a listing with a NUL', rentals({ rentalListingId: 'listing-tent\0' })),
  but(
    'a good rental and an unknown one',
    rentals({}, { rentalListingId: 'x', rentalSkuVariantId: 'y', quantity: 1 }),
    'NOT_FOUND',
  ),
]

const most = 2_147_483_647
const refused: BadRequest[] = [
  but('more sites than there are', { zones: [{ zoneId: 'zone-lawn', quantity: 11 }] }, 'ZONE_UNAVAILABLE'),
  but('as many sites as can be said', { zones: [{ zoneId: 'zone-lawn', quantity: most }] }, 'ZONE_UNAVAILABLE'),
  but('an inactive zone', { ...zones('zone-asleep'), rentals: [] }, 'ZONE_UNAVAILABLE'),
  but('a good zone and an inactive one', zones('zone-lawn', 'zone-asleep'), 'ZONE_UNAVAILABLE'),
  but('a closed campground', { campgroundId: 'camp-shut', ...zones('zone-shut'), rentals: [] }, 'ZONE_UNAVAILABLE'),
  but('more equipment than there is', rentals({ quantity: 6 }), 'RENTAL_STOCK_INSUFFICIENT'),
  but('as much equipment as can be said', rentals({ quantity: most }), 'RENTAL_STOCK_INSUFFICIENT'),
  but(
    'too many sites and too much equipment',
    { ...zones('zone-asleep'), ...rentals({ quantity: 6 }) },
    'ZONE_UNAVAILABLE',
  ),
  but('a used key with another request', { idempotencyKey: usedKey }, 'IDEMPOTENCY_CONFLICT'),
  but('a used key with a date that is none', { idempotencyKey: usedKey, checkIn: 'never' }, 'IDEMPOTENCY_CONFLICT'),
  but('a used key with an unknown campground', { idempotencyKey: usedKey, campgroundId: 'x' }, 'IDEMPOTENCY_CONFLICT'),
]

const order: BadRequest[] = [
  ['no token and no body', { method: 'POST', path }, 'UNAUTHORIZED'],
  ['no token and JSON that is cut off', { method: 'POST', path, body: '{' }, 'UNAUTHORIZED'],
  ['a suspended member', post(goodCheckout, 'suspended'), 'FORBIDDEN'],
  ['a suspended member with a bad body', post('{', 'suspended'), 'FORBIDDEN'],
  ['a deleted member', post(goodCheckout, 'deleted'), 'FORBIDDEN'],
  but('a bad shape before a bad date', { checkIn: 'never', guestCount: 0 }, 'VALIDATION_ERROR'),
  but('a bad shape before a used key', { idempotencyKey: usedKey, guestCount: 0 }, 'VALIDATION_ERROR'),
  but('a bad date before an unknown campground', { checkIn: 'never', campgroundId: 'x' }, 'BOOKING_DATE_INVALID'),
  but(
    'an unknown listing before a closed zone',
    { ...zones('zone-asleep'), ...rentals({ rentalListingId: 'x' }) },
    'NOT_FOUND',
  ),
]

const methods = ['GET', 'PUT', 'PATCH', 'DELETE'].map(
  (method): BadRequest => [method, { method, path, body: goodCheckout, as: 'member' }, 'METHOD_NOT_ALLOWED'],
)

const elsewhere: BadRequest[] = [
  ['two Authorization headers', post(goodCheckout, 'twoTokens'), 'VALIDATION_ERROR'],
  ['a token in the query', { method: 'POST', path: `${path}?access_token=abc`, body: goodCheckout }, 'UNAUTHORIZED'],
  ['a token in a cookie', { ...post(goodCheckout, 'no token'), headers: { cookie: 'token=abc' } }, 'UNAUTHORIZED'],
  [
    'who one is in a header',
    { ...post(goodCheckout, 'no token'), headers: { 'x-internal-customer': 'customer-active' } },
    'UNAUTHORIZED',
  ],
  ['who one is in the body', post({ ...goodCheckout, customerId: 'customer-active' }, 'no token'), 'UNAUTHORIZED'],
  ['a slash at the end', { ...post(goodCheckout), path: `${path}/` }, 'NOT_FOUND'],
]

describeBadRequests('bad requests to start a checkout', campgrounds, {
  tokens: byEveryStranger({ method: 'POST', path, body: goodCheckout }),
  'a token in the wrong place': elsewhere,
  bodies: badBodies({ method: 'POST', path, as: 'member' }, goodCheckout),
  shapes,
  guests,
  dates,
  'what is not there': unknown,
  'what cannot be held': refused,
  'the order of the checks': order,
  methods,
})
