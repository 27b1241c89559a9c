import type { Cancellation } from '@campstore/contract/booking/cancellation'
import { money } from '@campstore/core/money'
import { addDays, type PlainDate, parsePlainDate } from '@campstore/core/plain-date'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agreedTier, cancellationBy, refusalOf } from './cancellation.ts'
import { type BookingState, transition } from './lifecycle.ts'

const date = (text: string): PlainDate => parsePlainDate(text) ?? expect.fail(text)
const checkIn = date('2026-12-31')
const stay: BookingState = {
  status: 'confirmed',
  paymentStatus: 'paid',
  checkoutExpiresAt: new Date('2026-11-20T08:15:00Z'),
  checkIn,
  checkOut: '2027-01-02',
  attendance: null,
  cancellationTiers: [
    { daysBefore: 14, refundPercent: 100 },
    { daysBefore: 3, refundPercent: 50 },
    { daysBefore: 0, refundPercent: 0 },
  ],
}
const inTaipei = (day: string, time = '12:00:00.000') => new Date(`${day}T${time}+08:00`)

test.each<[at: string, time: string, percent: number | undefined]>([
  ['2026-11-20', '00:00:00.000', 100],
  ['2026-12-17', '23:59:59.999', 100],
  ['2026-12-18', '00:00:00.000', 50],
  ['2026-12-28', '23:59:59.999', 50],
  ['2026-12-29', '00:00:00.000', 0],
  ['2026-12-31', '23:59:59.999', 0],
  ['2027-01-01', '00:00:00.000', undefined],
])('a tier applies until midnight in Taipei: %s %s: %s', (day, time, percent) => {
  expect(agreedTier(stay, inTaipei(day, time))?.refundPercent).toBe(percent)
})

test.each<[string, Partial<BookingState>, string, ReturnType<typeof refusalOf>]>([
  ['a confirmed stay', {}, '2026-12-17', undefined],
  ['a stay that waits for its confirmation', { status: 'pending' }, '2026-12-17', undefined],
  ['a stay of today, by a tier of no days', {}, '2026-12-31', undefined],
  ['a stay that has begun', {}, '2027-01-01', 'too_late'],
  ['a stay whose guests came', { attendance: 'arrived' }, '2026-12-31', 'attendance'],
  ['a stay whose guests did not come', { attendance: 'no-show' }, '2026-12-31', 'attendance'],
  ['a stay without tiers', { cancellationTiers: [] }, '2026-12-17', 'staff_only'],
  ['a hold', { status: 'pending', paymentStatus: 'unpaid' }, '2026-12-17', 'not_paid'],
  ['a cancelled hold', { status: 'cancelled', paymentStatus: 'unpaid' }, '2026-12-17', 'ended'],
  ['a cancelled stay', { status: 'cancelled' }, '2026-12-17', 'ended'],
  ['a stay that is over', { status: 'completed' }, '2027-01-02', 'ended'],
])('why %s cannot be cancelled by its member: %s %s: %s; the lifecycle agrees', (_, changes, day, refusal) => {
  const [booking, now] = [{ ...stay, ...changes }, inTaipei(day)]
  expect(refusalOf(booking, now)).toBe(refusal)
  expect(transition(booking, 'member-cancel-paid', { now }) === undefined).toBe(refusal !== undefined)
})

test.each<[left: string, percent: number, amount: string]>([
  ['2495.00', 100, '2495.00'],
  ['2495.00', 50, '1248.00'],
  ['2494.00', 50, '1247.00'],
  ['134.95', 100, '134.95'],
  ['134.40', 99, '134.00'],
  ['0.40', 50, '0.40'],
  ['9999999999.00', 33, '3300000000.00'],
  ['2495.00', 0, '0.00'],
  ['0.00', 100, '0.00'],
])('of %s, %s %% is %s: whole TWD, rounded up, and never more than is left', (left, refundPercent, refundAmount) => {
  expect(cancellationBy({ daysBefore: 3, refundPercent }, stay, money(left))).toEqual<Cancellation>({
    allowed: true,
    notAllowedBecause: null,
    refundAmount: money(refundAmount),
    refundPercent,
    until: '2026-12-28T16:00:00.000Z',
  })
})

test('for any tiers and instant, the tier that was shown applies until the instant that was shown, and not after', () => {
  const tiers = fc
    .uniqueArray(fc.tuple(fc.nat(365), fc.nat(100)), { maxLength: 5, selector: ([days]) => days })
    .map(all => all.toSorted(([left], [right]) => right - left))
    .map(all => all.map(([daysBefore, refundPercent]) => ({ daysBefore, refundPercent })))
  const instants = fc.date({
    min: inTaipei(addDays(checkIn, -400)),
    max: inTaipei(addDays(checkIn, 3)),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(tiers, instants, (cancellationTiers, now) => {
      const booking = { ...stay, cancellationTiers }
      const tier = agreedTier(booking, now)
      if (!tier) return
      const until = new Date(cancellationBy(tier, booking, money('100.00')).until)
      expect(now < until).toBe(true)
      expect(agreedTier(booking, new Date(until.getTime() - 1))).toBe(tier)
      expect(agreedTier(booking, until)).not.toBe(tier)
    }),
  )
})
