import { type Money, money } from '@campstore/core/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CouponSnapshot, couponDiscount, type OwnClaim, snapshotOf, whyNotApplicable } from './coupons.ts'

// Eligibility and discount of coupons (docs/contract/coupons.md#eligibility).
const now = new Date('2026-11-20T08:00:00.000Z')
type Coupon = OwnClaim['coupon']

/** A claim that can be used: ten percent on 500.00 and more, in November. */
function claimWith(coupon: Partial<Coupon> = {}, claim: Partial<OwnClaim> = {}): OwnClaim {
  return {
    id: 7,
    status: 'available',
    orderId: null,
    ...claim,
    coupon: {
      id: 'coupon-1',
      code: 'AUTUMN',
      name: '秋季折扣',
      discountType: 'percentage',
      discountValue: money('10.00'),
      minSpend: money('500.00'),
      maxDiscount: null,
      status: 'active',
      usageLimit: null,
      redemptions: 0,
      startsAt: '2026-11-01T00:00:00+00:00',
      endsAt: '2026-12-01T00:00:00+00:00',
      ...coupon,
    },
  }
}
const reasonAgainst = (claim: OwnClaim, subtotal = '1000.00', orderId: string | null = null, at = now) =>
  whyNotApplicable(claim, orderId, money(subtotal), at)
const applicable = (claim: OwnClaim, subtotal = '1000.00', orderId: string | null = null, at = now) =>
  reasonAgainst(claim, subtotal, orderId, at) === undefined

describe('applicable when the claim is available or applied to this order', () => {
  test.each<[string, Partial<OwnClaim>, string | null, boolean]>([
    ['available, for a new order', { status: 'available' }, null, true],
    ['available, for an order that is there', { status: 'available' }, 'order-1', true],
    ['applied to this order', { status: 'applied', orderId: 'order-1' }, 'order-1', true],
    ['applied to another order', { status: 'applied', orderId: 'order-2' }, 'order-1', false],
    ['applied, for a new order', { status: 'applied', orderId: 'order-2' }, null, false],
    ['used on this order', { status: 'used', orderId: 'order-1' }, 'order-1', false],
    ['used on another order', { status: 'used', orderId: 'order-2' }, 'order-1', false],
  ])('%s', (_, claim, orderId, expected) => {
    expect(applicable(claimWith({}, claim), '1000.00', orderId)).toBe(expected)
  })
})

describe('applicable in its period, from startsAt on, until before endsAt', () => {
  const period = { startsAt: '2026-11-20T08:00:00.000Z', endsAt: '2026-11-20T09:00:00.000Z' }
  test.each([
    ['2026-11-20T07:59:59.999Z', false],
    ['2026-11-20T08:00:00.000Z', true],
    ['2026-11-20T08:59:59.999Z', true],
    ['2026-11-20T09:00:00.000Z', false],
  ])('at %s: %s', (instant, expected) => {
    expect(applicable(claimWith(period), '1000.00', null, new Date(instant))).toBe(expected)
  })

  test('instants count, not how they are written', () => {
    const inTaipei = { startsAt: '2026-11-20T16:00:00+08:00', endsAt: '2026-11-20T16:00:00.001+08:00' }
    expect(applicable(claimWith(inTaipei))).toBe(true)
  })
})

describe('applicable from a subtotal of minSpend on', () => {
  test.each([
    ['499.99', false],
    ['500.00', true],
    ['500.01', true],
    ['60.00', false],
    ['10000.00', true],
  ])('%s: %s', (subtotal, expected) => {
    expect(applicable(claimWith(), subtotal)).toBe(expected)
  })
})

describe('applicable while the usage limit is not reached', () => {
  test.each<[number | null, number, boolean]>([
    [null, 1_000_000, true],
    [3, 2, true],
    [3, 3, false],
    [3, 4, false],
    [1, 0, true],
  ])('a limit of %s with %i redemptions: %s', (usageLimit, redemptions, expected) => {
    expect(applicable(claimWith({ usageLimit, redemptions }))).toBe(expected)
  })

  test('a claim that is on this order counts itself, and stays applicable', () => {
    const claim = claimWith({ usageLimit: 3, redemptions: 3 }, { status: 'applied', orderId: 'order-1' })
    expect(applicable(claim, '1000.00', 'order-1')).toBe(true)
  })
})

describe('a claim that one has says why it does not apply', () => {
  test.each<[string, OwnClaim]>([
    ['has already been used', claimWith({}, { status: 'used', orderId: 'order-2' })],
    ['is on another order of yours', claimWith({}, { status: 'applied', orderId: 'order-2' })],
    ['is not active', claimWith({ status: 'inactive' })],
    ['cannot be used before 2026-11-21T00:00:00.000Z', claimWith({ startsAt: '2026-11-21T08:00:00+08:00' })],
    ['could be used until 2026-11-20T08:00:00.000Z', claimWith({ endsAt: '2026-11-20T08:00:00Z' })],
    ['needs a minimum spend of 2000.00; the items cost 1000.00', claimWith({ minSpend: money('2000.00') })],
    ['has been used up', claimWith({ usageLimit: 3, redemptions: 3 })],
  ])('%s', (reason, claim) => {
    expect(reasonAgainst(claim)).toBe(reason)
  })
})

/** Writes a whole number of cents as the contract does, without any arithmetic on decimals. */
const written = (cents: bigint): Money => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}` as Money
const anyAmount = fc.bigInt({ min: 0n, max: 99_999_999n })
const anyValue = fc.bigInt({ min: 1n, max: 99_999_999n })
/** Hundredths of a percent: 0.01 to 100.00. */
const anyPercentage = fc.bigInt({ min: 1n, max: 10_000n })
const anyCap = fc.option(anyAmount)

const percentage = (value: string, maxDiscount: string | null = null): CouponSnapshot =>
  snapshotOf({
    ...claimWith().coupon,
    discountType: 'percentage',
    discountValue: money(value),
    maxDiscount: maxDiscount === null ? null : money(maxDiscount),
  })
const fixed = (value: string): CouponSnapshot =>
  snapshotOf({ ...claimWith().coupon, discountType: 'fixed', discountValue: money(value) })

describe('percentage: subtotal x value / 100, rounded half up, capped by maxDiscount', () => {
  test.each([
    ['10.00', '0.05', '0.01'],
    ['10.00', '0.04', '0.00'],
  ])('%s percent of %s is %s', (value, subtotal, discount) => {
    expect(couponDiscount(percentage(value), money(subtotal))).toBe(discount)
  })

  test('is, for any subtotal, percentage and cap, what whole cents give', () => {
    fc.assert(
      fc.property(anyAmount, anyPercentage, anyCap, (subtotal, value, cap) => {
        const share = (subtotal * value + 5_000n) / 10_000n
        const coupon = percentage(written(value), cap === null ? null : written(cap))
        expect(couponDiscount(coupon, written(subtotal))).toBe(written(cap === null || share < cap ? share : cap))
      }),
    )
  })
})

describe('fixed: the value, at most the subtotal', () => {
  test('is, for any value and subtotal, the smaller', () => {
    fc.assert(
      fc.property(anyValue, anyAmount, (value, subtotal) => {
        expect(couponDiscount(fixed(written(value)), written(subtotal))).toBe(
          written(value < subtotal ? value : subtotal),
        )
      }),
    )
  })
})
