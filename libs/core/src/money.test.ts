import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents, exact, money, moneyPattern, ofCents, sameAmount, sum } from './money.ts'

/** Writes a whole number of cents as the contract does, without any arithmetic on decimals. */
const written = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

const anyCents = fc.bigInt({ min: 0n, max: 999_999_999_999n })

describe('money: a decimal string with two fraction digits', () => {
  test.each([
    ['2.675', '2.68'],
    ['0.0049999999999999', '0.00'],
    ['9999999999.99', '9999999999.99'],
    // A number is taken as it prints: 1.005 is not the binary number below it.
    [1.005, '1.01'],
  ])('%s is written %s, rounded half up', (amount, expected) => {
    expect(money(amount)).toBe(expected)
  })

  test('rounds tenths of a cent half up, for every amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 99_999_999_999_999n }), tenthsOfCents => {
        const amount = `${tenthsOfCents / 1000n}.${String(tenthsOfCents % 1000n).padStart(3, '0')}`
        expect(money(amount)).toBe(written((tenthsOfCents + 5n) / 10n))
      }),
    )
  })
})

test('a sum is exact, however many amounts there are and however large', () => {
  fc.assert(
    fc.property(fc.array(anyCents, { maxLength: 100 }), amounts => {
      const total = amounts.reduce((left, right) => left + right, 0n)
      expect(sum(amounts.map(amount => money(written(amount))))).toBe(written(total))
    }),
  )
})

test('whole cents of an amount are written as that amount, also below nothing, and rounded half up', () => {
  fc.assert(
    fc.property(anyCents, amount => {
      expect(cents(written(amount))).toBe(amount)
      expect(ofCents(amount)).toBe(written(amount))
      expect(cents(ofCents(-amount))).toBe(-amount)
    }),
  )
  expect([ofCents(-5n), cents('0.005'), cents(12)]).toEqual(['-0.05', 1n, 1_200n])
})

test('sameAmount compares numbers, not their spelling; a cent is a difference, also of the largest amounts', () => {
  expect([sameAmount('100', '100.00'), sameAmount(100, '1e2'), sameAmount('0.10', exact('0.1'))]).not.toContain(false)
  expect(sameAmount('9999999999.99', '9999999999.98')).toBe(false)
})

test('moneyPattern has only the amounts of the contract', () => {
  const others = ['1', '1.0', '1.000', '-1.00', '+1.00', '1e2', ' 1.00', '1.00\n', '1,00', '.00', '12345678901.00', '']
  expect(others.filter(text => moneyPattern.test(text))).toEqual([])
})
