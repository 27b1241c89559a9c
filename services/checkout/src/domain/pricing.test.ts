import { ofCents } from '@campstore/core/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineTotal, shippingFee, storePricing } from './pricing.ts'

const anyAmount = fc.oneof(fc.bigInt({ min: 0n, max: 500_00n }), fc.bigInt({ min: 0n, max: 999_999_999_999n }))
const anyQuantity = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 2_147_483_647 }))

test('lineTotal = unitPrice x quantity, for any price and quantity: what whole cents give', () => {
  fc.assert(
    fc.property(anyAmount, anyQuantity, (cents, quantity) => {
      expect(lineTotal(ofCents(cents), quantity)).toBe(ofCents(cents * BigInt(quantity)))
    }),
  )
})

test('shippingFee: flatFee, free from exactly freeShippingThreshold on, for any subtotal and policy: what whole cents give', () => {
  fc.assert(
    fc.property(anyAmount, anyAmount, fc.option(anyAmount), (subtotal, flatFee, other) => {
      const threshold = other ?? subtotal
      const policy = { flatFee: ofCents(flatFee), freeShippingThreshold: ofCents(threshold) }
      expect(shippingFee(ofCents(subtotal), policy)).toBe(ofCents(subtotal >= threshold ? 0n : flatFee))
    }),
  )
})

test('total = max(subtotal + shippingFee - discount, 0), for any amounts: what whole cents give', () => {
  fc.assert(
    fc.property(anyAmount, anyAmount, anyAmount, (subtotal, fee, discount) => {
      const due = subtotal + fee - discount
      const { total } = storePricing(ofCents(subtotal), ofCents(fee), ofCents(discount))
      expect(total).toBe(ofCents(due > 0n ? due : 0n))
    }),
  )
})
