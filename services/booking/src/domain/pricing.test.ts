import { ofCents } from '@campstore/core/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookingPricing, rentalLineTotal, zoneLineTotal } from './pricing.ts'

const anyPrice = fc.bigInt({ min: 0n, max: 999_999_999n })
const anyLine = fc.record({
  priceWeekday: anyPrice,
  priceHoliday: anyPrice,
  weekdayCount: fc.nat(14),
  holidayCount: fc.nat(14),
  quantity: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 2_147_483_647 })),
  /** Hundredths: 0.00 to 0.30. */
  discount: fc.nat(30),
})
type Line = typeof anyLine extends fc.Arbitrary<infer Value> ? Value : never

const prices = ({ priceWeekday, priceHoliday }: Line) => ({
  priceWeekday: ofCents(priceWeekday),
  priceHoliday: ofCents(priceHoliday),
})

/** Cents of all nights and units before a discount. */
const grossCents = (line: Line): bigint =>
  (line.priceWeekday * BigInt(line.weekdayCount) + line.priceHoliday * BigInt(line.holidayCount)) *
  BigInt(line.quantity)

/** Hundredths of a cent, rounded half up to cents. */
const rounded = (hundredthsOfCents: bigint): bigint => (hundredthsOfCents + 50n) / 100n

const discountedCents = (line: Line): bigint => rounded(grossCents(line) * BigInt(100 - line.discount))

test('zone line total, for any prices, nights and sites: what whole cents give', () => {
  fc.assert(
    fc.property(anyLine, line => {
      expect(zoneLineTotal(prices(line), line, line.quantity)).toBe(ofCents(grossCents(line)))
    }),
    { numRuns: 500 },
  )
})

test('rental line total = (weekday price x weekday nights + holiday price x holiday nights) x quantity x (1 - discountRate), for any line and discount from 0.00 to 0.30: what whole cents rounded half up give', () => {
  fc.assert(
    fc.property(anyLine, line => {
      const rate = `0.${String(line.discount).padStart(2, '0')}`
      expect(rentalLineTotal(prices(line), line, line.quantity, rate)).toBe(ofCents(discountedCents(line)))
    }),
    { numRuns: 1000 },
  )
})

test('pricing: finalAmount = max(zoneTotal + rentalTotal - discount, 0): holds to the cent for any number of lines of any size', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 10 }), fc.array(anyLine, { maxLength: 10 }), (zones, rentals) => {
      const zoneCents = zones.map(grossCents)
      const rentalCents = rentals.map(discountedCents)
      const total = (cents: bigint[]) => cents.reduce((left, right) => left + right, 0n)
      expect(bookingPricing(zoneCents.map(ofCents), rentalCents.map(ofCents))).toEqual({
        zoneTotal: ofCents(total(zoneCents)),
        rentalTotal: ofCents(total(rentalCents)),
        discount: '0.00',
        finalAmount: ofCents(total(zoneCents) + total(rentalCents)),
      })
    }),
  )
})
