import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, businessDate, daysBetween, type PlainDate, parsePlainDate, weekdayOf } from './plain-date.ts'

/** A date that the test knows to be one. */
function date(text: string): PlainDate {
  const parsed = parsePlainDate(text)
  if (!parsed) throw new Error(`${text} is not a date`)
  return parsed
}

type Civil = { year: number; month: number; day: number }

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const daysOfMonth = ({ year, month }: Civil): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

/** The day after, by the rules of the calendar alone. */
function nextDay({ year, month, day }: Civil): Civil {
  if (day < daysOfMonth({ year, month, day })) return { year, month, day: day + 1 }
  return month < 12 ? { year, month: month + 1, day: 1 } : { year: year + 1, month: 1, day: 1 }
}

const text = ({ year, month, day }: Civil): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

const anyDay: fc.Arbitrary<Civil> = fc
  .record({ year: fc.integer({ min: 1, max: 9990 }), month: fc.integer({ min: 1, max: 12 }), day: fc.nat(30) })
  .map(({ year, month, day }) => ({ year, month, day: 1 + (day % daysOfMonth({ year, month, day })) }))

describe('parsePlainDate', () => {
  test('takes no other spelling of a date', () => {
    const odd = ['2027-2-3', '+012027-01-01', ' 2027-01-01', '2027-01-01\n', '2027-01-01\u0000', '2027-01-01T00:00:00Z']
    expect([...odd, '２０２７-01-01', '2027\u201101\u201101'].filter(parsePlainDate)).toEqual([])
  })

  test('of all texts shaped like a date, exactly those of the calendar are dates', () => {
    const numbers = fc.record({ year: fc.nat(9999), month: fc.nat(14), day: fc.nat(33) })
    fc.assert(
      fc.property(numbers, civil => {
        const { year, month, day } = civil
        const real = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth(civil)
        expect(parsePlainDate(text(civil)) !== undefined).toBe(real)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('days', () => {
  test('n days on is n times the next day, and n days back leads home', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(800), (start, days) => {
        let walked = start
        for (let step = 0; step < days; step += 1) walked = nextDay(walked)
        const end = addDays(date(text(start)), days)
        expect(end).toBe(text(walked))
        expect(daysBetween(date(text(start)), end)).toBe(days)
        expect(daysBetween(end, date(text(start)))).toBe(days === 0 ? 0 : -days)
        expect(addDays(end, -days)).toBe(text(start))
      }),
    )
  })

  test('the days of the week follow one another, from a known Sunday', () => {
    expect(weekdayOf(date('2026-11-22'))).toBe(0)
    fc.assert(
      fc.property(anyDay, day => {
        expect(weekdayOf(date(text(nextDay(day))))).toBe((weekdayOf(date(text(day))) + 1) % 7)
      }),
    )
  })
})

describe('businessDate: the calendar date, in the time zone, of now minus the boundary hours', () => {
  test.each([
    ['2026-11-20T15:59:59.999Z', 0, '2026-11-20'],
    ['2026-11-20T16:00:00.000Z', 0, '2026-11-21'],
    ['2026-11-20T20:59:59.999Z', 5, '2026-11-20'],
    ['2026-11-20T21:00:00.000Z', 5, '2026-11-21'],
  ])('at %s, boundary %i, it is %s in Taipei', (now, boundaryHour, expected) => {
    expect(businessDate(new Date(now), 'Asia/Taipei', boundaryHour)).toBe(expected)
  })

  test.each([
    // Its clocks go back at midnight, so the last hour of the day comes twice.
    ['2027-04-04T02:59:59Z', 'America/Santiago', '2027-04-03'],
    ['2027-04-04T03:59:59Z', 'America/Santiago', '2027-04-03'],
    ['2027-04-04T04:00:00Z', 'America/Santiago', '2027-04-04'],
    // Its clocks go forward at midnight, so the day begins at one o'clock.
    ['2027-09-05T03:59:59Z', 'America/Santiago', '2027-09-04'],
    ['2027-09-05T04:00:00Z', 'America/Santiago', '2027-09-05'],
  ])('at %s, in a night in which its clocks change, it is in %s %s', (now, timeZone, expected) => {
    expect(businessDate(new Date(now), timeZone, 0)).toBe(expected)
  })

  test('an unknown time zone is refused', () => {
    expect(() => businessDate(new Date(), 'Asia/Atlantis', 0)).toThrow(RangeError)
  })
})
