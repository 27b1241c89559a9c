import type { ErrorCode } from '@campstore/contract/errors'
import type { BadRequest, Request } from './refusals.ts'
import { goodCheckout, goodRental, goodStay, inDays } from './samples.ts'
import { noDates, words } from './values.ts'

const availability = { method: 'POST', path: '/api/booking/check-availability' }
const sessions = '/api/booking/checkout/sessions'
const most = 2_147_483_647

/** Checkouts that differ from a good one in these fields. Each has a key of its own, so that one that succeeds by mistake fails alone. */
const checkouts = (code: ErrorCode, changes: readonly object[], path?: string): BadRequest[] =>
  changes.map(change => {
    const what = JSON.stringify(change)
    const body = { ...goodCheckout, idempotencyKey: what.slice(0, 128), ...change }
    return [what, { method: 'POST', path: sessions, body, as: 'member' }, code, path]
  })
/** The same, and availability queries that differ in these fields. */
const stays = (code: ErrorCode, changes: readonly object[], path?: string): BadRequest[] => [
  ...checkouts(code, changes, path),
  ...changes.map((change): BadRequest => {
    return [`availability ${JSON.stringify(change)}`, { ...availability, body: { ...goodStay, ...change } }, code, path]
  }),
]
const sites = (quantity: number) => ({ zones: [{ zoneId: 'zone-lawn', quantity }] })
const zones = (...ids: string[]) => ({ zones: ids.map(zoneId => ({ zoneId, quantity: 1 })) })
const rental = (rentalListingId: string, rentalSkuVariantId: string) => ({
  rentalListingId,
  rentalSkuVariantId,
  quantity: 1,
})
const rentals = (...lines: object[]) => ({ rentals: lines })
const pieces = (quantity: number) => rentals({ ...goodRental, quantity })

const shapes: BadRequest[] = [
  ...stays('VALIDATION_ERROR', [zones('zone-lawn', 'zone-lawn'), zones('x', 'x')], 'zones.1.zoneId'),
  ...checkouts('VALIDATION_ERROR', [rentals(goodRental, goodRental)], 'rentals.1.rentalListingId'),
  ...checkouts('VALIDATION_ERROR', [rentals(goodRental, rental('x', 'variant-tent'))], 'rentals.1.rentalSkuVariantId'),
  ...checkouts('VALIDATION_ERROR', [{ paymentMethod: 'cod' }], 'paymentMethod'),
  ...checkouts('VALIDATION_ERROR', [{ couponClaimId: 7001 }], 'couponClaimId'),
]

const dates: BadRequest[] = [
  ...stays(
    'BOOKING_DATE_INVALID',
    noDates.map(checkIn => ({ checkIn })),
  ),
  ...stays(
    'BOOKING_DATE_INVALID',
    noDates.map(checkOut => ({ checkOut })),
  ),
  ...stays('BOOKING_DATE_INVALID', [{ checkOut: goodStay.checkIn }, { checkOut: inDays(29) }]),
  ...stays('BOOKING_WINDOW_EXCEEDED', [
    { checkIn: inDays(-1), checkOut: inDays(1) },
    { checkIn: '9999-12-30', checkOut: '9999-12-31' },
    { checkIn: inDays(92), checkOut: inDays(93) },
    { checkOut: inDays(45) },
  ]),
]

const noCampgrounds = ['camp-nowhere', 'CAMP-PINE', '__proto__', `camp-pine' or '1'='1`, 'a'.repeat(10_000)]
const noZones = ['zone-nowhere', 'zone-shore', '{zone-lawn,"', 'z'.repeat(10_000)]
const notThere: BadRequest[] = [
  ...stays(
    'NOT_FOUND',
    noCampgrounds.map(campgroundId => ({ campgroundId })),
  ),
  ...stays('NOT_FOUND', [{ campgroundId: 'camp-gone', ...zones('zone-gone'), rentals: [] }]),
  ...stays(
    'NOT_FOUND',
    noZones.flatMap(id => [zones(id), zones('zone-lawn', id)]),
  ),
  ...checkouts('NOT_FOUND', [
    rentals(rental('listing-nowhere', 'variant-tent')),
    rentals(rental('listing-tent', 'variant-stove')),
    rentals(rental('listing-boat', 'variant-boat')),
    rentals(rental('listing-off', 'variant-unlisted')),
  ]),
]

const notHeld: BadRequest[] = [
  ...checkouts('ZONE_UNAVAILABLE', [
    sites(11),
    sites(most),
    { ...zones('zone-asleep'), rentals: [] },
    { campgroundId: 'camp-closed', ...zones('zone-closed'), rentals: [] },
    { ...zones('zone-asleep'), ...pieces(6) },
  ]),
  ...checkouts('RENTAL_STOCK_INSUFFICIENT', [pieces(6), pieces(most)]),
]

const used = { idempotencyKey: 'booking' }
const orderOfChecks: BadRequest[] = [
  ...checkouts('IDEMPOTENCY_CONFLICT', [used, { ...used, checkIn: 'never' }, { ...used, campgroundId: 'x' }]),
  ...checkouts('VALIDATION_ERROR', [{ ...used, guestCount: 0 }], 'guestCount'),
  ...stays('VALIDATION_ERROR', [{ checkIn: 'never', zones: [] }], 'zones'),
  ...stays('BOOKING_DATE_INVALID', [{ checkIn: 'never', campgroundId: 'x' }]),
  ...stays('BOOKING_WINDOW_EXCEEDED', [{ checkOut: inDays(60), campgroundId: 'x' }]),
  ...checkouts('NOT_FOUND', [{ ...zones('zone-asleep'), ...rentals(rental('x', 'variant-tent')) }]),
]

const as = 'member'
const cancel = (id: string): Request => ({ method: 'POST', path: `${sessions}/${id}/cancel`, as })
const states: BadRequest[] = [
  ['past its deadline', cancel('{bookingOverdue}'), 'BOOKING_EXPIRED'],
  ...words('{bookingPaid} {bookingConfirmed} {bookingCompleted}').map((id): BadRequest => [id, cancel(id), 'CONFLICT']),
]
const foreign: BadRequest[] = [
  ['cancel', cancel('{bookingForeign}'), 'NOT_FOUND'],
  ['read the checkout', { path: `${sessions}/{bookingForeign}`, as }, 'NOT_FOUND'],
  ['read the booking', { path: '/api/booking/bookings/{bookingForeign}', as }, 'NOT_FOUND'],
]

/** The two deferred endpoints need a token and nothing else. */
const deferred: BadRequest[] = [
  ['change', { method: 'PATCH', path: `${sessions}/{booking}`, body: '{', as }, 'NOT_IMPLEMENTED'],
  ['pay', { method: 'POST', path: `${sessions}/nothing/gateway`, as: 'suspended' }, 'NOT_IMPLEMENTED'],
]

const read = (path: string, code: ErrorCode, field?: string): BadRequest => [
  path,
  { path: `/api/booking/${path}` },
  code,
  field,
]
const reads: BadRequest[] = [
  read('campgrounds/camp-gone', 'NOT_FOUND'),
  ...words(`camp-gone camp-pine%20 '%20or%201=1-- ${'a'.repeat(10_000)}`).map(id =>
    read(`equipment?campgroundId=${id}`, 'NOT_FOUND'),
  ),
  read('closures?from=2027-01-02&to=2027-01-01', 'VALIDATION_ERROR', 'to'),
]

/** What the declarations do not say of bookings, and what is refused after them. */
export const bookingRules: Record<string, readonly BadRequest[]> = {
  'booking checkout, rule 2: lines that repeat; cash on delivery and coupons': shapes,
  'availability, rule 7: dates of a stay': dates,
  'what is not there': notThere,
  'what cannot be held': notHeld,
  'the order of the checks': orderOfChecks,
  'states that refuse to be cancelled': states,
  "another member's booking": foreign,
  'deferred endpoints': deferred,
  'public reads': reads,
}
