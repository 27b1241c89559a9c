import { startCheckoutRequestSchema } from '@campstore/contract/booking/schemas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { requestFingerprint } from './request-fingerprint.ts'

const anyId = fc.string({ unit: fc.constantFrom(...'abcABC-_019'), minLength: 1, maxLength: 12 })
const anyQuantity = fc.integer({ min: 1, max: 40 })
const anyZones = fc.uniqueArray(fc.record({ zoneId: anyId, quantity: anyQuantity }), {
  selector: zone => zone.zoneId,
  minLength: 1,
  maxLength: 5,
})
const anyRentals = fc
  .tuple(
    fc.uniqueArray(anyId, { maxLength: 4 }),
    fc.uniqueArray(anyId, { minLength: 4, maxLength: 4 }),
    fc.array(anyQuantity, { minLength: 4, maxLength: 4 }),
  )
  .map(([listings, variants, quantities]) =>
    listings.map((rentalListingId, line) => ({
      rentalListingId,
      rentalSkuVariantId: variants[line] ?? '',
      quantity: quantities[line] ?? 1,
    })),
  )

const anyRequest = fc.record({
  campgroundId: anyId,
  checkIn: fc.constantFrom('2026-12-07', '2026-12-08', 'no date at all'),
  checkOut: fc.constantFrom('2026-12-09', '2026-12-10'),
  guestCount: anyQuantity,
  zones: anyZones,
  rentals: anyRentals,
  paymentMethod: fc.constantFrom('gateway-credit', 'gateway-atm', 'gateway-cvs', 'gateway-other'),
  idempotencyKey: fc.string({ minLength: 1, maxLength: 20 }).map(key => key.replaceAll('\0', '0')),
})
type Request = typeof anyRequest extends fc.Arbitrary<infer Value> ? Value : never

/** As the service sees it: what was sent, validated and defaulted. */
const fingerprintOf = (sent: object): string =>
  requestFingerprint(startCheckoutRequestSchema.parse(JSON.parse(JSON.stringify(sent))))

/** The same object with its keys the other way round. */
const turned = <T extends object>(object: T): T => Object.fromEntries(Object.entries(object).reverse()) as T

const rotated = <T>(items: readonly T[], by: number): T[] => {
  const at = items.length === 0 ? 0 : by % items.length
  return [...items.slice(at), ...items.slice(0, at)]
}

describe('fingerprint: what does not make another request', () => {
  test('the order of keys, of zones and of rentals', () => {
    fc.assert(
      fc.property(anyRequest, fc.nat(10), (request, by) => {
        const shuffled = turned({
          ...request,
          zones: rotated(request.zones, by).map(turned),
          rentals: rotated(request.rentals, by).map(turned),
        })
        expect(fingerprintOf(shuffled)).toBe(fingerprintOf(request))
      }),
    )
  })

  test('ignored fields: prices, totals and unknown fields', () => {
    const ignored = fc.record(
      { finalAmount: fc.jsonValue(), pricing: fc.jsonValue(), customerId: fc.jsonValue(), note: fc.jsonValue() },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(anyRequest, ignored, (request, more) => {
        const zones = request.zones.map(zone => ({ ...zone, ...more }))
        const rentals = request.rentals.map(rental => ({ ...more, ...rental }))
        expect(fingerprintOf({ ...more, ...request, zones, rentals })).toBe(fingerprintOf(request))
      }),
    )
  })

  test('the idempotency key itself', () => {
    fc.assert(
      fc.property(anyRequest, fc.string({ minLength: 1, maxLength: 9, unit: 'grapheme-ascii' }), (request, key) => {
        expect(fingerprintOf({ ...request, idempotencyKey: key })).toBe(fingerprintOf(request))
      }),
    )
  })

  test('no rentals, however that is said, and no coupon, however that is said', () => {
    fc.assert(
      fc.property(anyRequest, ({ rentals: _rentals, ...request }) => {
        const said = [{}, { rentals: null }, { rentals: [] }, { couponClaimId: null }]
        const fingerprints = said.map(more => fingerprintOf({ ...request, ...more }))
        expect(new Set(fingerprints).size).toBe(1)
      }),
    )
  })
})

describe('fingerprint: what does', () => {
  const changes: Record<string, (request: Request) => object> = {
    'another campground': request => ({ campgroundId: `${request.campgroundId}x` }),
    'another check-in': request => ({ checkIn: request.checkIn === '2026-12-07' ? '2026-12-08' : '2026-12-07' }),
    'another check-out': request => ({ checkOut: request.checkOut === '2026-12-09' ? '2026-12-10' : '2026-12-09' }),
    'one guest more': request => ({ guestCount: request.guestCount + 1 }),
    'another payment method': request => ({
      paymentMethod: request.paymentMethod === 'gateway-atm' ? 'gateway-cvs' : 'gateway-atm',
    }),
    'one site more': ({ zones }) => ({
      zones: zones.map((zone, line) => (line === 0 ? { ...zone, quantity: zone.quantity + 1 } : zone)),
    }),
    'a zone more': ({ zones }) => ({ zones: [...zones, { zoneId: 'one-that-is-too-long', quantity: 1 }] }),
    'another zone': ({ zones }) => ({
      zones: zones.map((zone, line) => (line === 0 ? { ...zone, zoneId: 'one-that-is-too-long' } : zone)),
    }),
    'a rental more': ({ rentals }) => ({
      rentals: [
        ...rentals,
        { rentalListingId: 'one-that-is-too-long', rentalSkuVariantId: 'one-that-is-too-long', quantity: 1 },
      ],
    }),
    'another variant of a rental': ({ rentals }) => ({
      rentals:
        rentals.length === 0
          ? [{ rentalListingId: 'a', rentalSkuVariantId: 'b', quantity: 1 }]
          : rentals.map((rental, line) =>
              line === 0 ? { ...rental, rentalSkuVariantId: 'one-that-is-too-long' } : rental,
            ),
    }),
  }

  test.each(Object.entries(changes))('%s', (_what, change) => {
    fc.assert(
      fc.property(anyRequest, request => {
        expect(fingerprintOf({ ...request, ...change(request) })).not.toBe(fingerprintOf(request))
      }),
    )
  })

  test('quantities that change places', () => {
    const zones = (first: number, second: number) => [
      { zoneId: 'a', quantity: first },
      { zoneId: 'b', quantity: second },
    ]
    fc.assert(
      fc.property(anyRequest, request => {
        expect(fingerprintOf({ ...request, zones: zones(1, 2) })).not.toBe(
          fingerprintOf({ ...request, zones: zones(2, 1) }),
        )
      }),
    )
  })
})
