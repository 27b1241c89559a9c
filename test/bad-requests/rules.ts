import type { ErrorCode } from '@campstore/contract/errors'
import { inDays } from '@campstore/testing/campground'
import { goodOrder, goodStay } from './demo-data.ts'
import { goodRequest, operations } from './derived.ts'
import { noDates, words } from './places.ts'
import type { BadRequest, Request } from './refusals.ts'

const rental = {
  rentalListingId: 'saddle-lake-pebble-tent-2p-blue',
  rentalSkuVariantId: 'pebble-tent-2p-blue',
  quantity: 1,
}

const as = 'member'
const stays = '/api/booking/checkout/sessions'
const orders = '/api/checkout/sessions'
const availability = '/api/booking/check-availability'

/** Requests that differ from a good one in these fields. Each has its own key, so that one that succeeds by mistake fails alone. */
const changed =
  (path: string, good: object) =>
  (code: ErrorCode, changes: readonly object[], field?: string): BadRequest[] =>
    changes.map(change => {
      const what = JSON.stringify(change)
      const body = { ...good, idempotencyKey: what.slice(0, 128), ...change }
      return [`${path} ${what}`, { method: 'POST', path, body, as }, code, field]
    })
const [bookings, purchases] = [changed(stays, goodStay), changed(orders, goodOrder)]
const both = (...all: Parameters<typeof bookings>) => [...bookings(...all), ...changed(availability, goodStay)(...all)]
const zones = (...ids: string[]) => ({ zones: ids.map(zoneId => ({ zoneId, quantity: 1 })) })
const items = (...ids: string[]) => ({ items: ids.map(variantId => ({ variantId, quantity: 1 })) })

const post = (path: string, sender: string = as, body?: Request['body']): Request => ({
  method: 'POST',
  path,
  body,
  as: sender,
})
const patch = (id: string, body: Request['body'] = { paymentMethod: 'gateway-atm' }, sender = as): Request => ({
  method: 'PATCH',
  path: `${orders}/${id}`,
  body,
  as: sender,
})

/** A write of staff that differs from the document's example only in these fields. */
function written(name: string, code: ErrorCode, change: object, field?: string): BadRequest {
  const operation = operations.find(({ id }) => id === name)
  if (!operation) throw new Error(`No operation ${name}`)
  const request = goodRequest(operation)
  return [
    `${name} ${JSON.stringify(change)}`,
    { ...request, body: { ...Object(request.body), ...change } },
    code,
    field,
  ]
}
/** A read with a parameter that the list does not have (docs/contract/conventions.md#unknown-fields). */
const strict = (path: string, accept = 'application/json'): BadRequest => [
  `${path}, unknown parameter, as ${accept}`,
  { path: `${path}?colour=green`, as: 'admin', headers: { accept, prefer: 'handling=strict' } },
  'VALIDATION_ERROR',
  'colour',
]
const invalid = (name: string, field: string, ...changes: object[]): BadRequest[] =>
  changes.map(change => written(name, 'VALIDATION_ERROR', change, field))

const tier = (daysBefore: number, refundPercent: number) => ({ daysBefore, refundPercent })

const [usedStay, usedOrder] = [{ idempotencyKey: 'booking' }, { idempotencyKey: 'order' }]

/** Rules that the documents do not have, or that come after theirs. */
export const rules: Readonly<Record<string, readonly BadRequest[]>> = {
  'booking checkout, rule 2: lines that repeat; cash on delivery and coupons': [
    ...both('VALIDATION_ERROR', [zones('saddle-lake-shore', 'saddle-lake-shore'), zones('x', 'x')], 'zones.1.zoneId'),
    ...bookings('VALIDATION_ERROR', [{ rentals: [rental, rental] }], 'rentals.1.rentalListingId'),
    ...bookings(
      'VALIDATION_ERROR',
      [{ rentals: [rental, { ...rental, rentalListingId: 'x' }] }],
      'rentals.1.rentalSkuVariantId',
    ),
    ...bookings('VALIDATION_ERROR', [{ paymentMethod: 'cod' }], 'paymentMethod'),
    ...bookings('VALIDATION_ERROR', [{ couponClaimId: 7001 }], 'couponClaimId'),
  ],
  'availability, rule 7: dates of a stay': [
    ...both(
      'BOOKING_DATE_INVALID',
      noDates.flatMap(date => [{ checkIn: date }, { checkOut: date }]),
    ),
    ...both('BOOKING_DATE_INVALID', [{ checkOut: goodStay.checkIn }, { checkOut: inDays(29) }]),
    ...both('BOOKING_WINDOW_EXCEEDED', [{ checkIn: inDays(-1), checkOut: inDays(1) }, { checkOut: inDays(45) }]),
  ],
  'the order of the checks of a stay': [
    ...bookings(
      'IDEMPOTENCY_CONFLICT',
      [usedStay, { ...usedStay, checkIn: 'never' }].map(used => ({ guestCount: 3, ...used })),
    ),
    ...bookings('VALIDATION_ERROR', [{ ...usedStay, guestCount: 0 }], 'guestCount'),
    ...both('VALIDATION_ERROR', [{ checkIn: 'never', zones: [] }], 'zones'),
    ...both('BOOKING_DATE_INVALID', [{ checkIn: 'never', campgroundId: 'x' }]),
    ...both('BOOKING_WINDOW_EXCEEDED', [{ checkOut: inDays(60), campgroundId: 'x' }]),
    ...bookings('NOT_FOUND', [
      { zones: [{ zoneId: 'saddle-lake-shore', quantity: 99 }], rentals: [{ ...rental, rentalListingId: 'x' }] },
    ]),
  ],
  'the order of the checks of an order': [
    ...purchases('CONFLICT', [
      { ...usedOrder, ...items('x') },
      { ...usedOrder, couponClaimId: 1e6 },
    ]),
    ...purchases('VALIDATION_ERROR', [{ ...usedOrder, items: [] }], 'items'),
    ...purchases(
      'VALIDATION_ERROR',
      [items('ridgeline-tent-4p-sand', 'ridgeline-tent-4p-sand'), items('x', 'x')],
      'items.1.variantId',
    ),
    ...purchases('NOT_FOUND', [{ ...items('x'), couponClaimId: 1e6 }]),
    ...purchases('COUPON_NOT_APPLICABLE', [
      { items: [{ ...goodOrder.items[0], quantity: 9_999 }], couponClaimId: 1e6 },
    ]),
    ...purchases('CONFLICT', [
      { items: [{ ...goodOrder.items[0], quantity: 9_999 }], total: '1.00' },
      { discount: '0.01' },
    ]),
  ],
  'the order of the checks of a change': [
    ['a missing order before a bad body', patch('nothing', '{'), 'NOT_FOUND'],
    ['a suspended member and a bad body', patch('{order}', '{', 'suspended'), 'FORBIDDEN'],
    [
      'a bad shape before the state',
      patch('{orderPaid}', { paymentMethod: 'cash' }),
      'VALIDATION_ERROR',
      'paymentMethod',
    ],
    ['the state before a bad coupon', patch('{orderPaid}', { couponClaimId: 1 }), 'CONFLICT'],
    ['the deadline before a bad coupon', patch('{orderOverdue}', { couponClaimId: 1 }), 'CHECKOUT_EXPIRED'],
    ['no coupon', patch('{order}', { couponClaimId: 1.5 }), 'COUPON_NOT_APPLICABLE'],
    ...words('coupon-withdrawn coupon-early-bird coupon-spring coupon-expedition').map(
      (coupon): BadRequest => [coupon, patch('{order}', `{"couponClaimId":{${coupon}}}`), 'COUPON_NOT_APPLICABLE'],
    ),
  ],
  'the order of the checks of staff': [
    ['no token and JSON that is cut off', { ...post('/api/admin/coupons', as, '{'), as: undefined }, 'UNAUTHORIZED'],
    ['no permission and a bad body', post('/api/admin/inventory-movements', 'operator', '{'), 'FORBIDDEN'],
    ['no permission and an unknown id', post('/api/admin/bookings/nothing/confirm', 'warehouse'), 'FORBIDDEN'],
    ['a bad body before an unknown id', post('/api/admin/coupons/x/claims', 'admin', '[]'), 'VALIDATION_ERROR'],
    [
      'a bad body before a conflict',
      post('/api/admin/coupons', 'admin', { code: 'WELCOME10' }),
      'VALIDATION_ERROR',
      'name',
    ],
  ],
  "another member's": [
    ['a change', patch('{orderForeign}'), 'FORBIDDEN'],
    ...words(`/api/booking/bookings/{bookingForeign} /api/me/orders/{orderForeign}`).map(
      (path): BadRequest => [path, { path, as }, 'NOT_FOUND'],
    ),
  ],
  'tokens and keys in the wrong place': [stays, orders].flatMap((path): BadRequest[] => {
    const good = path === stays ? goodStay : goodOrder
    const open = { ...post(path), body: good, as: undefined }
    return [
      ['a token in the query', { ...open, path: `${path}?access_token=abc` }, 'UNAUTHORIZED'],
      ['a token in a cookie', { ...open, headers: { cookie: 'token=abc' } }, 'UNAUTHORIZED'],
      ['who one is in the body', { ...open, body: { ...good, customerId: 'customer-member' } }, 'UNAUTHORIZED'],
      [
        'another key as a header',
        { ...post(path, as, { ...good, idempotencyKey: 'one' }), headers: { 'idempotency-key': 'another' } },
        'VALIDATION_ERROR',
        'idempotencyKey',
      ],
    ]
  }),
  'deferred endpoints': [['change', { method: 'PATCH', path: `${stays}/{booking}`, body: '{', as }, 'NOT_IMPLEMENTED']],
  'fields that do not fit together': [
    ...invalid('createUser', 'email', ...words('lo lo@ @campstore.test lo@x,y.test').map(email => ({ email }))),
    ...invalid('replacePermissions', 'overrides.orders', { overrides: { orders: { view: false, edit: true } } }),
    ...invalid('replacePermissions', 'overrides.finance', { overrides: { finance: { view: true, edit: true } } }),
    ...invalid('changeBookingPolicy', 'occupyingStatuses', { occupyingStatuses: ['pending', 'confirmed', 'pending'] }),
    ...invalid('changeBookingPolicy', 'occupyingStatuses', { occupyingStatuses: ['confirmed', 'completed'] }),
    ...invalid(
      'changeBookingPolicy',
      'cancellationTiers',
      ...[[tier(7, 100), tier(7, 50)], [tier(3, 50), tier(7, 40)], [tier(7, 50), tier(3, 50)], [tier(366, 1)]].map(
        cancellationTiers => ({ cancellationTiers }),
      ),
    ),
    ...invalid('changeBookingPolicy', 'holidayWeekdays', { holidayWeekdays: [5, 5] }),
    ...invalid('changeZone', 'priceHoliday', { priceHoliday: '0.00' }),
    ...words('https://u:p@example.com https://example.com/#x ftp://example.com crm.example.com').flatMap(url =>
      invalid('createWebhook', 'url', { url }),
    ),
    ...invalid('createWebhook', 'eventTypes.1', { eventTypes: ['order.paid', 'order.paid'] }),
    ...invalid('setImages', 'images', { images: ['/a.png', '/a.png'] }),
    ...invalid('changeVariants', 'variants.1.id', { variants: [{ id: 'x' }, { id: 'x' }] }),
    ...invalid('createMovement', 'quantityDelta', { quantityDelta: 0 }),
    ...invalid('createMovement', 'reason', { reason: ' ' }, { reason: '\u3000' }),
    ...invalid('createCoupon', 'discountValue', { discountValue: '0.00' }, { discountValue: '100.01' }),
    ...invalid('changeCoupon', 'discountValue', { discountValue: '0.00' }, { discountValue: '100.01' }),
    ...['\u200b', '\u00ad', '\u202e', '\t'].flatMap(mark => [
      ...invalid('createCoupon', 'code', { code: `A${mark}1` }),
      ...invalid('addVariant', 'sku', { sku: `A${mark}1` }),
    ]),
    ...invalid('createCoupon', 'endsAt', { endsAt: '2025-12-31T16:00:00Z' }, { endsAt: '2025-12-30T00:00:00Z' }),
    ...invalid('changeCoupon', 'endsAt', { endsAt: '2020-01-01T00:00:00Z' }),
    ...invalid('shipOrders', 'ids', { ids: [] }, { ids: ['x', 'x'] }),
    ...invalid('claimCoupon', 'customerIds', { customerIds: ['customer-member'] }),
    ...invalid('createClosure', 'startDate', { startDate: '2027-01-01' }, { closureType: 'date_range' }),
    ...invalid('createClosure', 'weekday', { weekday: null }),
    ...invalid('createClosure', 'effectiveTo', { effectiveFrom: '2027-01-02', effectiveTo: '2027-01-01' }),
    ...invalid('changeClosure', 'closureType', { closureType: 'date_range' }),
    ...invalid('changeClosure', 'effectiveTo', { effectiveTo: '2020-01-01' }),
  ],
  'what is not there, or taken': [
    written('createMovement', 'NOT_FOUND', { variantId: 'nothing' }),
    written('createMovement', 'NOT_FOUND', { locationId: 'nothing' }),
    written('claimCoupon', 'NOT_FOUND', { customerId: 'nothing' }),
    written('createClosure', 'NOT_FOUND', { campgroundId: 'nothing' }),
    written('createRentalListing', 'NOT_FOUND', { campgroundId: 'nothing' }),
    written('createRentalListing', 'NOT_FOUND', { variantId: 'nothing' }),
    written('createRentalListing', 'CONFLICT', {}),
    written('changeZone', 'CONFLICT', { totalSites: 0 }),
    written('createUser', 'CONFLICT', { email: 'OPERATOR@campstore.test' }),
    written('createCoupon', 'CONFLICT', { code: 'welcome10' }),
    written('claimCoupon', 'CONFLICT', { customerId: 'customer-member' }),
    written('openAdminSession', 'UNAUTHORIZED', { idToken: 'a.b.c' }),
    ['a campground', { path: '/api/booking/equipment?campgroundId=nothing' }, 'NOT_FOUND'],
    ['a range', { path: '/api/booking/closures?from=2027-01-02&to=2027-01-01' }, 'VALIDATION_ERROR', 'to'],
    ['a price range', { path: '/api/products?minPrice=10&maxPrice=9.99' }, 'VALIDATION_ERROR', 'maxPrice'],
    strict('/api/products'),
    strict('/api/admin/orders'),
    strict('/api/admin/orders', 'text/csv'),
    ['eleven words', { path: '/api/products?q=a+b+c+d+e+f+g+h+i+j+k' }, 'VALIDATION_ERROR', 'q'],
  ],
  'paths at which there is nothing': [
    ...words('/api/booking/bookings/{bookingPaid}/confirm /api/checkout/sessions/{orderPaid}/pay /api/admin/audit'),
    ...words(
      '/internal/booking/policy /api/booking/internal/policy /booking/policy /API/booking/policy /api/me/profile',
    ),
    ...words(
      '//api/booking/policy /api/booking/policy/ /api/BOOKING/policy /api/booking/policy;v=1 /api/products.json',
    ),
    ...words('/api/admin/../../internal/orders /api /health/ready /api/camping/policy /api/booking/__proto__ /api/me/'),
    ...words('/api/products/internal/revision /api/me/customers/customer-hiker/orders /api/admin/Users'),
  ].map((path): BadRequest => [path, { path, as: path.startsWith('/api/admin') ? 'admin' : as }, 'NOT_FOUND']),
}
