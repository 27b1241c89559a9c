import type { BookingPolicy } from '@campstore/contract/booking/schemas'
import { addDays } from '@campstore/core/plain-date'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bookableNights } from './offered-nights.ts'
import { parseStay, requireInsideWindow, today } from './stay.ts'

const policy: BookingPolicy = {
  bookingWindowDays: 90,
  advanceDays: 1,
  maxNights: 14,
  timezone: 'Asia/Taipei',
  dateBoundaryHour: 0,
  lowAvailabilityThreshold: 3,
  occupyingStatuses: ['pending', 'confirmed'],
  cancellationTiers: [],
  holidayWeekdays: [0, 6],
}
/** 16:00 on 2026-11-20 in Taipei. */
const now = new Date('2026-11-20T08:00:00Z')

const requireBookable = (checkIn: string, checkOut: string, changes: Partial<BookingPolicy> = {}, at = now) =>
  requireInsideWindow(parseStay({ checkIn, checkOut }), { ...policy, ...changes }, at)
const refusal = (more: object = {}) => expect.objectContaining({ code: 'BOOKING_WINDOW_EXCEEDED', ...more })

describe('availability, rule 8: the boundary days are bookable, those beyond are BOOKING_WINDOW_EXCEEDED', () => {
  const dayFrom = (days: number) => addDays(today(now, policy), days)

  test.each([
    ['2026-11-20', '2026-11-21', { path: 'checkIn', message: 'must be 2026-11-21 or later' }],
    ['2027-02-19', '2027-02-20', { path: 'checkIn', message: 'must be 2027-02-18 or earlier' }],
    ['2026-12-01', '2026-12-16', { path: 'checkOut', message: 'must be 2026-12-15 or earlier' }],
  ])('from %s to %s: details say which date is refused, and what is allowed', (checkIn, checkOut, detail) => {
    expect(() => requireBookable(checkIn, checkOut)).toThrow(refusal({ details: [detail] }))
  })

  test('with a dateBoundaryHour the old day lasts until that hour', () => {
    const threeAtNight = new Date('2026-11-20T19:00:00Z')
    expect(today(threeAtNight, { ...policy, dateBoundaryHour: 3 })).toBe('2026-11-21')
    expect(today(threeAtNight, { ...policy, dateBoundaryHour: 4 })).toBe('2026-11-20')
    expect(() => requireBookable('2026-11-21', '2026-11-22', { dateBoundaryHour: 4 }, threeAtNight)).not.toThrow()
  })

  test('for any policy and stay, it is a matter of three comparisons', () => {
    const windows = fc.record({
      checkInDays: fc.integer({ min: -5, max: 40 }),
      nights: fc.integer({ min: 1, max: 20 }),
      advanceDays: fc.nat(10),
      bookingWindowDays: fc.nat(30),
      maxNights: fc.integer({ min: 1, max: 20 }),
    })
    fc.assert(
      fc.property(windows, ({ checkInDays, nights, ...window }) => {
        const inside =
          checkInDays >= window.advanceDays && checkInDays <= window.bookingWindowDays && nights <= window.maxNights
        const attempt = () => requireBookable(dayFrom(checkInDays), dayFrom(checkInDays + nights), window)
        if (inside) expect(attempt).not.toThrow()
        else expect(attempt).toThrow(refusal())
      }),
      { numRuns: 500 },
    )
  })
})

test('a policy that allows no booking has no nights', () => {
  const closed = { ...policy, bookingWindowDays: 3, advanceDays: 4, maxNights: 30 }
  expect(bookableNights(closed, new Date('2026-11-20T16:00:00Z'))).toEqual({ from: '2026-11-25', days: 0 })
})
