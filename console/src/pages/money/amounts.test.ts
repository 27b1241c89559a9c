import { expect, test } from 'vitest'
import { sumOf } from '../../lib/amounts.ts'
import { stepFor, type Takings, takenOn, totalOf } from './amounts.ts'

const none = { count: 0, amount: '0.00' }
const day = (changed: Partial<Takings>): Takings => ({
  date: '2026-11-24',
  bookings: none,
  orders: none,
  cashOnDelivery: none,
  unapplied: none,
  refunded: none,
  shippingFees: '0.00',
  discounts: '0.00',
  net: '0.00',
  ...changed,
})

test('amounts are summed in whole cents', () => {
  expect(sumOf(['0.10', '0.20', '1234567.89'])).toBe('1234568.19')
  expect(sumOf(['0.10', '-0.30'])).toBe('-0.20')
  expect(sumOf([])).toBe('0.00')
})

test('a bar is what came in on a day: neither what is not applied nor what was refunded', () => {
  const amounts = { bookings: { count: 1, amount: '100.00' }, cashOnDelivery: { count: 1, amount: '0.50' } }
  expect(takenOn(day({ ...amounts, refunded: { count: 1, amount: '7.00' } }))).toBe(100.5)
})

test('the totals of a month are the sums of its days', () => {
  const first = day({ orders: { count: 2, amount: '10.10' } })
  const second = day({ orders: { count: 1, amount: '0.20' } })
  expect(totalOf([first, second], 'orders')).toEqual({ count: 3, amount: '10.30' })
})

test.each([
  [4, 1],
  [40, 10],
  [41, 20],
  [1000, 500],
  [150_000, 50_000],
])('an axis up to %i has steps of %i', (value, step) => {
  expect(stepFor(value)).toBe(step)
})
