import { type Money, money } from '@campstore/core/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineTotal, shippingFee, storePricing, subtotalOf } from './pricing.ts'

/** Writes a whole number of cents as the contract does, without any arithmetic on decimals. */
const written = (cents: bigint): Money => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}` as Money

const anyAmount = fc.oneof(fc.bigInt({ min: 0n, max: 500_00n }), fc.bigInt({ min: 0n, max: 999_999_999_999n }))
const anyQuantity = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 2_147_483_647 }))
const policy = { flatFee: '100.00', freeShippingThreshold: '1500.00' }

describe('lineTotal = unitPrice x quantity', () => {
  test('three pieces at 1299.90', () => {
    expect(lineTotal('1299.90', 3)).toBe('3899.70')
  })

  test('is, for any price and quantity, what whole cents give', () => {
    fc.assert(
      fc.property(anyAmount, anyQuantity, (cents, quantity) => {
        expect(lineTotal(written(cents), quantity)).toBe(written(cents * BigInt(quantity)))
      }),
    )
  })
})

describe('subtotal = sum of the lines', () => {
  test('is, for any lines, exact', () => {
    fc.assert(
      fc.property(fc.array(anyAmount, { maxLength: 100 }), lines => {
        const total = lines.reduce((sum, cents) => sum + cents, 0n)
        expect(subtotalOf(lines.map(cents => ({ lineTotal: written(cents) })))).toBe(written(total))
      }),
    )
  })
})

describe('shippingFee: flatFee, free from exactly freeShippingThreshold on', () => {
  test.each([
    ['0.00', '100.00'],
    ['1499.99', '100.00'],
    ['1500.00', '0.00'],
    ['1500.01', '0.00'],
    ['60000.00', '0.00'],
  ])('a subtotal of %s ships for %s', (subtotal, fee) => {
    expect(shippingFee(subtotal, policy)).toBe(fee)
  })

  test('compares numbers, not texts', () => {
    expect(shippingFee('900.00', policy)).toBe('100.00')
    expect(shippingFee('10000.00', policy)).toBe('0.00')
  })

  test('a threshold of 0.00 makes everything free', () => {
    expect(shippingFee('0.00', { flatFee: '100.00', freeShippingThreshold: '0.00' })).toBe('0.00')
  })

  test('is, for any subtotal and policy, what whole cents give', () => {
    fc.assert(
      fc.property(anyAmount, anyAmount, anyAmount, (subtotal, flatFee, threshold) => {
        const policy = { flatFee: written(flatFee), freeShippingThreshold: written(threshold) }
        expect(shippingFee(written(subtotal), policy)).toBe(written(subtotal >= threshold ? 0n : flatFee))
      }),
    )
  })
})

describe('total = max(subtotal + shippingFee - discount, 0)', () => {
  test('1200.00 with 100.00 shipping and a discount of 120.05', () => {
    const pricing = storePricing(money('1200.00'), money('100.00'), money('120.05'))
    const parts = { subtotal: '1200.00', shippingFee: '100.00', discount: '120.05' }
    expect(pricing).toEqual({ ...parts, total: '1179.95' })
  })

  test.each([
    ['exactly what is due', '600.00'],
    ['a cent more than is due', '600.01'],
    ['far more than is due', '99999.99'],
  ])('a discount of %s makes it 0.00, never negative', (_, discount) => {
    expect(storePricing(money('500.00'), money('100.00'), money(discount)).total).toBe('0.00')
  })

  test('is, for any amounts, what whole cents give', () => {
    fc.assert(
      fc.property(anyAmount, anyAmount, anyAmount, (subtotal, fee, discount) => {
        const due = subtotal + fee - discount
        const { total } = storePricing(written(subtotal), written(fee), written(discount))
        expect(total).toBe(written(due > 0n ? due : 0n))
      }),
    )
  })
})
