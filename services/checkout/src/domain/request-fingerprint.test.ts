import { startStoreCheckoutSchema } from '@campstore/contract/checkout/schemas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { requestFingerprint } from './request-fingerprint.ts'

// docs/contract/conventions.md#idempotency
const anyId = fc.string({ unit: fc.constantFrom(...'abcABC-_019'), minLength: 1, maxLength: 12 })
const anyQuantity = fc.integer({ min: 1, max: 40 })
const anyItems = fc.uniqueArray(fc.record({ variantId: anyId, quantity: anyQuantity }), {
  selector: item => item.variantId,
  minLength: 1,
  maxLength: 5,
})
const anyLine = fc.option(fc.constantFrom('林美', '0912345678', '台北市信義路一號'))
const anyRequest = fc.record({
  items: anyItems,
  couponClaimId: fc.option(fc.integer({ min: 1, max: 50 })),
  paymentMethod: fc.option(fc.constantFrom('gateway-credit', 'gateway-atm', 'cod')),
  shipping: fc.option(fc.record({ recipientName: anyLine, phone: anyLine, address: anyLine })),
})

/** As the service sees it: what was sent, validated and defaulted. */
const fingerprintOf = (sent: object): string =>
  requestFingerprint(startStoreCheckoutSchema.parse(JSON.parse(JSON.stringify({ idempotencyKey: 'key', ...sent }))))

const turned = (object: object): object => Object.fromEntries(Object.entries(object).reverse())
const rotated = <T>(items: readonly T[], by: number): T[] => {
  const at = by % items.length
  return [...items.slice(at), ...items.slice(0, at)]
}

const request = {
  items: [
    { variantId: 'tent', quantity: 1 },
    { variantId: 'lamp', quantity: 2 },
  ],
  couponClaimId: 7,
  paymentMethod: 'gateway-credit',
  shipping: { recipientName: '林美', phone: '0912345678', address: '台北市信義路一號' },
}
const [tent, lamp] = request.items

describe('fingerprint: what does not make another request', () => {
  test('the order of keys and of items', () => {
    fc.assert(
      fc.property(anyRequest, fc.nat(10), (any, by) => {
        const shuffled = turned({ ...any, items: rotated(any.items, by).map(turned) })
        expect(fingerprintOf(shuffled)).toBe(fingerprintOf(any))
      }),
    )
  })

  test.each<[string, object]>([
    ['the key', { idempotencyKey: 'another key' }],
    ['a total for comparison', { total: '999.00' }],
    ['a discount for comparison', { discount: 12.5 }],
    ['unit prices for comparison', { items: request.items.map(item => ({ ...item, unitPrice: '10.00' })) }],
    ['an unknown field', { note: 'quickly', items: [{ ...tent, color: 'red' }, lamp] }],
    ['blanks around the recipient', { shipping: { ...request.shipping, recipientName: ' 林美 ' } }],
  ])('%s', (_, changes) => {
    expect(fingerprintOf({ ...request, ...changes })).toBe(fingerprintOf(request))
  })

  test('null and absent are the same', () => {
    const { items } = request
    const none = { items, couponClaimId: null, paymentMethod: null, shipping: null }
    expect(fingerprintOf(none)).toBe(fingerprintOf({ items }))
  })
})

describe('fingerprint: what makes another request', () => {
  test.each<[string, object]>([
    ['another variant', { items: [{ variantId: 'chair', quantity: 1 }, lamp] }],
    ['another quantity', { items: [{ ...tent, quantity: 2 }, lamp] }],
    ['one item less', { items: [tent] }],
    [
      'the same quantities the other way round',
      {
        items: [
          { ...tent, quantity: 2 },
          { ...lamp, quantity: 1 },
        ],
      },
    ],
    ['another claim', { couponClaimId: 8 }],
    ['no claim', { couponClaimId: null }],
    ['another method', { paymentMethod: 'cod' }],
    ['no recipient', { shipping: null }],
    ['another address', { shipping: { ...request.shipping, address: '台北市信義路二號' } }],
    ['no phone', { shipping: { ...request.shipping, phone: null } }],
  ])('%s', (_, changes) => {
    expect(fingerprintOf({ ...request, ...changes })).not.toBe(fingerprintOf(request))
  })

  test('phone and address exchanged', () => {
    const { recipientName, phone, address } = request.shipping
    const exchanged = { shipping: { recipientName, phone: address, address: phone } }
    expect(fingerprintOf({ ...request, ...exchanged })).not.toBe(fingerprintOf(request))
  })
})

test('fingerprint: SHA-256 in hexadecimal, the same in every process', () => {
  const least = { items: [{ variantId: 'tent', quantity: 1 }] }
  expect(fingerprintOf(least)).toMatch(/^[0-9a-f]{64}$/)
  expect(fingerprintOf(least)).toBe('ec16a46e8a33ece63a524ca122c36787ab8aac16af96a73267f5aaa59e1ad78c')
})
