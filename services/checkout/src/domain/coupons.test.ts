import { english } from '@campstore/contract/texts/text'
import { money, ofCents } from '@campstore/core/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
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
const applied = (orderId: string): Partial<OwnClaim> => ({ status: 'applied', orderId })
const [oneHour, limitReached] = [
  { startsAt: '2026-11-20T16:00:00+08:00', endsAt: '2026-11-20T09:00:00.000Z' },
  { usageLimit: 3, redemptions: 3 },
]
const notBefore = 'cannot be used before 2026-11-20, 16:00 (Asia/Taipei)'
const until = 'has expired: it could be used until 2026-11-20, 16:59 (Asia/Taipei)'
const tooLittle = 'needs a minimum spend of 500.00; your items cost 499.99'

test.each<[string, OwnClaim, { subtotal?: string; orderId?: string; at?: string }, string | undefined]>([
  ['available, for a new order', claimWith(), {}, undefined],
  ['applied to this order', claimWith({}, applied('order-1')), { orderId: 'order-1' }, undefined],
  ['applied to another', claimWith({}, applied('order-2')), { orderId: 'order-1' }, 'is on another of your orders'],
  ['applied, for a new order', claimWith({}, applied('order-2')), {}, 'is on another of your orders'],
  ['used', claimWith({}, { status: 'used', orderId: 'order-1' }), { orderId: 'order-1' }, 'has already been used'],
  ['an inactive coupon', claimWith({ status: 'inactive' }), {}, 'is not active'],
  ['before startsAt', claimWith(oneHour), { at: '2026-11-20T07:59:59.999Z' }, notBefore],
  ['at startsAt', claimWith(oneHour), { at: '2026-11-20T08:00:00.000Z' }, undefined],
  ['just before endsAt', claimWith(oneHour), { at: '2026-11-20T08:59:59.999Z' }, undefined],
  ['at endsAt', claimWith(oneHour), { at: '2026-11-20T09:00:00.000Z' }, until],
  ['below minSpend', claimWith(), { subtotal: '499.99' }, tooLittle],
  ['above minSpend, which as a text is less', claimWith(), { subtotal: '10000.00' }, undefined],
  ['one redemption left', claimWith({ usageLimit: 3, redemptions: 2 }), {}, undefined],
  ['the limit is reached', claimWith(limitReached), {}, 'has been used up'],
  ['by itself', claimWith(limitReached, applied('order-1')), { orderId: 'order-1' }, undefined],
])('whether a claim applies, and why not: %s', (_, claim, { subtotal = '1000.00', orderId = null, at }, reason) => {
  const why = whyNotApplicable(claim, orderId, money(subtotal), at === undefined ? now : new Date(at))
  expect(why && english(why)).toBe(reason)
})

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

test('percentage: subtotal x value / 100, rounded half up, capped by maxDiscount: what whole cents give', () => {
  fc.assert(
    fc.property(anyAmount, anyPercentage, anyCap, (subtotal, value, cap) => {
      const share = (subtotal * value + 5_000n) / 10_000n
      const coupon = percentage(ofCents(value), cap === null ? null : ofCents(cap))
      expect(couponDiscount(coupon, ofCents(subtotal))).toBe(ofCents(cap === null || share < cap ? share : cap))
    }),
  )
})

test('fixed: the value, at most the subtotal, for any value and subtotal: the smaller', () => {
  fc.assert(
    fc.property(anyValue, anyAmount, (value, subtotal) => {
      expect(couponDiscount(fixed(ofCents(value)), ofCents(subtotal))).toBe(
        ofCents(value < subtotal ? value : subtotal),
      )
    }),
  )
})
