import type { BookingPolicy } from '@campstore/contract/booking/schemas'
import { ApiError, type ErrorCode } from '@campstore/contract/errors'
import { addDays } from '@campstore/core/plain-date'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nightCount, parseStay, requireInsideWindow, today } from './stay.ts'

const policy: BookingPolicy = {
  bookingWindowDays: 90,
  advanceDays: 1,
  maxNights: 14,
  timezone: 'Asia/Taipei',
  dateBoundaryHour: 0,
  lowAvailabilityThreshold: 3,
  occupyingStatuses: ['pending', 'confirmed'],
}
/** 16:00 on 2026-11-20 in Taipei. */
const now = new Date('2026-11-20T08:00:00Z')

/** The code of the refusal that `attempt` ends with, undefined when it does not. */
function refusalOf(attempt: () => unknown): ErrorCode | undefined {
  try {
    attempt()
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
  return undefined
}

const windowRefusal = (checkIn: string, checkOut: string, changes: Partial<BookingPolicy> = {}, at = now) =>
  refusalOf(() => requireInsideWindow(parseStay({ checkIn, checkOut }), { ...policy, ...changes }, at))

describe('parseStay', () => {
  test('nights are counted over the end of a month, of February and of a year', () => {
    expect(nightCount(parseStay({ checkIn: '2026-12-30', checkOut: '2027-01-02' }))).toBe(3)
    expect(nightCount(parseStay({ checkIn: '2028-02-28', checkOut: '2028-03-01' }))).toBe(2)
    expect(nightCount(parseStay({ checkIn: '2027-02-28', checkOut: '2027-03-01' }))).toBe(1)
  })

  test.each([
    ['check-out on the check-in day', '2026-12-07', '2026-12-07'],
    ['check-out before check-in', '2026-12-08', '2026-12-07'],
    ['a check-in that is no date', '2027-02-30', '2027-03-02'],
    ['a check-out that is no date', '2027-02-27', '2027-02-30'],
    ['a check-in of another shape', '2027-2-3', '2027-02-04'],
    ['a timestamp', '2027-02-03T00:00:00Z', '2027-02-04'],
    ['nothing', '', ''],
  ])('error BOOKING_DATE_INVALID: %s', (_what, checkIn, checkOut) => {
    expect(refusalOf(() => parseStay({ checkIn, checkOut }))).toBe('BOOKING_DATE_INVALID')
  })
})

describe('availability, rule 8: the boundary days are bookable, those beyond are BOOKING_WINDOW_EXCEEDED', () => {
  const dayFrom = (days: number) => addDays(today(now, policy), days)

  test.each([
    ['2026-11-20', '2026-11-21', { path: 'checkIn', message: 'must be 2026-11-21 or later' }],
    ['2027-02-19', '2027-02-20', { path: 'checkIn', message: 'must be 2027-02-18 or earlier' }],
    ['2026-12-01', '2026-12-16', { path: 'checkOut', message: 'must be 2026-12-15 or earlier' }],
  ])('from %s to %s: details say which date is refused, and what is allowed', (checkIn, checkOut, detail) => {
    const attempt = () => requireInsideWindow(parseStay({ checkIn, checkOut }), policy, now)
    expect(attempt).toThrow(expect.objectContaining({ details: [detail] }))
  })

  test('today is the date in Taipei: the window moves at 16:00 UTC', () => {
    const lastSecond = new Date('2026-11-20T15:59:59.999Z')
    expect(windowRefusal('2026-11-21', '2026-11-22', {}, lastSecond)).toBeUndefined()
    expect(windowRefusal('2026-11-21', '2026-11-22', {}, new Date('2026-11-20T16:00:00Z'))).toBe(
      'BOOKING_WINDOW_EXCEEDED',
    )
  })

  test('with a dateBoundaryHour the old day lasts until that hour', () => {
    const threeAtNight = new Date('2026-11-20T19:00:00Z')
    expect(today(threeAtNight, { ...policy, dateBoundaryHour: 3 })).toBe('2026-11-21')
    expect(today(threeAtNight, { ...policy, dateBoundaryHour: 4 })).toBe('2026-11-20')
    expect(windowRefusal('2026-11-21', '2026-11-22', { dateBoundaryHour: 4 }, threeAtNight)).toBeUndefined()
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
        const refusal = windowRefusal(dayFrom(checkInDays), dayFrom(checkInDays + nights), window)
        expect(refusal).toBe(inside ? undefined : 'BOOKING_WINDOW_EXCEEDED')
      }),
      { numRuns: 500 },
    )
  })
})
