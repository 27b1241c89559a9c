import { startCheckoutRequestSchema } from '@campstore/contract/booking/schemas'
import { startStoreCheckoutSchema } from '@campstore/contract/checkout/schemas'
import { describe, expect, test } from 'vitest'
import { requestFingerprint as fingerprintOfBooking } from '../../services/booking/src/domain/request-fingerprint.ts'
import { requestFingerprint as fingerprintOfOrder } from '../../services/checkout/src/domain/request-fingerprint.ts'

// When two requests are the same (docs/contract/conventions.md#idempotency). idempotency.test.ts tests the effect of a key.
const [lawn, shore] = ['lawn', 'shore'].map(zoneId => ({ zoneId, quantity: 1 }))
const [tent, stove] = ['tent', 'stove'].map(id => ({ rentalListingId: id, rentalSkuVariantId: id, quantity: 1 }))
const booking = {
  campgroundId: 'pine',
  checkIn: '2026-12-07',
  checkOut: '2026-12-09',
  guestCount: 2,
  zones: [lawn, { ...shore, quantity: 2 }],
  rentals: [tent, stove],
  paymentMethod: 'gateway-credit',
  idempotencyKey: 'key',
}
const [lamp, cup] = ['lamp', 'cup'].map(variantId => ({ variantId, quantity: 1 }))
const shipping = { recipientName: '林美', phone: '0912345678', address: '台北市信義路一號' }
const order = {
  items: [lamp, { ...cup, quantity: 2 }],
  couponClaimId: 7,
  paymentMethod: 'gateway-credit',
  shipping,
  idempotencyKey: 'key',
}

const kinds: [string, object, (sent: unknown) => string, { same: object[]; other: object[] }][] = [
  [
    'a booking',
    booking,
    sent => fingerprintOfBooking(startCheckoutRequestSchema.parse(sent)),
    {
      same: [
        { zones: [{ quantity: 2, zoneId: 'shore' }, lawn], rentals: [stove, tent] },
        { idempotencyKey: 'another', couponClaimId: null, arrivalTime: null, finalAmount: 1 },
      ],
      other: [
        { campgroundId: 'lake' },
        { arrivalTime: '15:30' },
        { zones: [{ ...lawn, quantity: 2 }, shore] },
        { rentals: [tent, { ...stove, rentalSkuVariantId: 'other' }] },
      ],
    },
  ],
  [
    'an order',
    order,
    sent => fingerprintOfOrder(startStoreCheckoutSchema.parse(sent)),
    {
      same: [
        {
          items: [
            { quantity: 2, variantId: 'cup' },
            { ...lamp, unitPrice: '10.00' },
          ],
        },
        { idempotencyKey: 'another', total: '9.00', discount: 12.5, note: 'quickly' },
        { shipping: { ...shipping, recipientName: ' 林美 ' } },
      ],
      other: [
        { items: [{ ...lamp, quantity: 2 }, cup] },
        { couponClaimId: 8 },
        { paymentMethod: 'cod' },
        { shipping: { ...shipping, phone: shipping.address, address: shipping.phone } },
      ],
    },
  ],
]

describe.each(kinds)('the fingerprint of %s', (_, request, fingerprintOf, { same, other }) => {
  const fingerprint = fingerprintOf(request)
  const reversed = Object.fromEntries(Object.entries(request).reverse())

  test.each([{}, ...same])('is the same, whatever the order of fields, with %j', changes => {
    expect(fingerprintOf({ ...reversed, ...changes })).toBe(fingerprint)
  })

  test.each(other)('is another with %j', changes => {
    expect(fingerprintOf({ ...request, ...changes })).not.toBe(fingerprint)
  })
})

test('null and absent are the same, and the hash is SHA-256, the same in every process', () => {
  const items = [{ variantId: 'tent', quantity: 1 }]
  const none = { couponClaimId: null, paymentMethod: null, shipping: null }
  for (const changes of [{}, none])
    expect(fingerprintOfOrder(startStoreCheckoutSchema.parse({ items, idempotencyKey: 'key', ...changes }))).toBe(
      'ec16a46e8a33ece63a524ca122c36787ab8aac16af96a73267f5aaa59e1ad78c',
    )
})
