import type { Money } from '@campstore/core/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineTotal, shippingFee, storePricing } from './pricing.ts'

/** Writes a whole number of cents as the contract does, without any arithmetic on decimals. */
const written = (cents: bigint): Money => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}` as Money

const anyAmount = fc.oneof(fc.bigInt({ min: 0n, max: 500_00n }), fc.bigInt({ min: 0n, max: 999_999_999_999n }))
const anyQuantity = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 2_147_483_647 }))

test('lineTotal = unitPrice x quantity, for any price and quantity: what whole cents give', () => {
  fc.assert(
    fc.property(anyAmount, anyQuantity, (cents, quantity) => {
      expect(lineTotal(written(cents), quantity)).toBe(written(cents * BigInt(quantity)))
    }),
  )
})

test('shippingFee: flatFee, free from exactly freeShippingThreshold on, for any subtotal and policy: what whole cents give', () => {
  fc.assert(
    fc.property(anyAmount, anyAmount, fc.option(anyAmount), (subtotal, flatFee, other) => {
      const threshold = other ?? subtotal
      const policy = { flatFee: written(flatFee), freeShippingThreshold: written(threshold) }
      expect(shippingFee(written(subtotal), policy)).toBe(written(subtotal >= threshold ? 0n : flatFee))
    }),
  )
})

test('total = max(subtotal + shippingFee - discount, 0), for any amounts: what whole cents give', () => {
  fc.assert(
    fc.property(anyAmount, anyAmount, anyAmount, (subtotal, fee, discount) => {
      const due = subtotal + fee - discount
      const { total } = storePricing(written(subtotal), written(fee), written(discount))
      expect(total).toBe(written(due > 0n ? due : 0n))
    }),
  )
})
