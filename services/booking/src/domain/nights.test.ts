import { addDays, parsePlainDate } from '@campstore/core/plain-date'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CalendarMark, countNights, isHolidayNight, nightsOf } from './nights.ts'
import { parseStay, type Stay } from './stay.ts'

const day = (text: string): Stay['checkIn'] => parsePlainDate(text) ?? expect.fail(`${text} is no date`)
const noMarks = new Map<string, CalendarMark>()

/** From Monday 2026-12-07 on. */
const count = (nights: number, marks: Record<string, CalendarMark> = {}) =>
  countNights(
    { checkIn: day('2026-12-07'), checkOut: addDays(day('2026-12-07'), nights) },
    new Map(Object.entries(marks)),
  )

describe('nights: a night is named by the date on which it begins', () => {
  test('the nights of a stay are those of [checkIn, checkOut); the check-out day is none', () => {
    expect(nightsOf(parseStay({ checkIn: '2026-12-30', checkOut: '2027-01-02' }))).toEqual([
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
    ])
  })

  test.each([
    ['2026-12-04', 'Friday', false],
    ['2026-12-05', 'Saturday', true],
    ['2026-12-06', 'Sunday', true],
    ['2026-12-07', 'Monday', false],
  ])('%s, a %s of which the calendar says nothing: a holiday night is %s', (night, _weekday, expected) => {
    expect(isHolidayNight(day(night), noMarks)).toBe(expected)
  })

  test('a holiday on a weekday is a holiday night', () => {
    expect(isHolidayNight(day('2026-12-25'), new Map([['2026-12-25', 'holiday']]))).toBe(true)
  })

  test('a make-up working day is a weekday night, also on a Saturday', () => {
    expect(isHolidayNight(day('2026-12-05'), new Map([['2026-12-05', 'working']]))).toBe(false)
  })

  test('a holiday on a Sunday and a working day on a Monday change nothing', () => {
    expect(isHolidayNight(day('2026-12-06'), new Map([['2026-12-06', 'holiday']]))).toBe(true)
    expect(isHolidayNight(day('2026-12-07'), new Map([['2026-12-07', 'working']]))).toBe(false)
  })
})

describe('booking checkout, rule 6: weekday and holiday nights are counted over [checkIn, checkOut)', () => {
  test('Friday to Monday is one weekday night and two holiday nights', () => {
    expect(countNights(parseStay({ checkIn: '2026-12-04', checkOut: '2026-12-07' }), noMarks)).toEqual({
      weekdayCount: 1,
      holidayCount: 2,
    })
  })

  test('a holiday on the check-out day is not counted', () => {
    expect(count(1, { '2026-12-08': 'holiday' })).toEqual({ weekdayCount: 1, holidayCount: 0 })
    expect(count(2, { '2026-12-08': 'holiday' })).toEqual({ weekdayCount: 1, holidayCount: 1 })
  })

  test('a calendar full of other dates changes nothing', () => {
    expect(count(4, { '2026-12-06': 'holiday', '2027-12-08': 'holiday' })).toEqual({ weekdayCount: 4, holidayCount: 0 })
  })

  test('day by day over any calendar: the mark decides, and where there is none the place in the week', () => {
    const marks = fc.array(fc.constantFrom<CalendarMark | undefined>('holiday', 'working', undefined), {
      minLength: 40,
      maxLength: 40,
    })
    fc.assert(
      fc.property(marks, fc.nat(19), fc.integer({ min: 1, max: 20 }), (markOf, firstNight, nights) => {
        const monday = day('2026-12-07')
        const calendar = new Map<string, CalendarMark>()
        for (const [number, mark] of markOf.entries()) if (mark) calendar.set(addDays(monday, number), mark)
        const expected = { weekdayCount: 0, holidayCount: 0 }
        for (let number = firstNight; number < firstNight + nights; number += 1) {
          const isWeekend = number % 7 >= 5
          if (markOf[number] === 'holiday' || (markOf[number] === undefined && isWeekend)) expected.holidayCount += 1
          else expected.weekdayCount += 1
        }
        const stay = { checkIn: addDays(monday, firstNight), checkOut: addDays(monday, firstNight + nights) }
        expect(countNights(stay, calendar)).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })

  test('a stay cut in two has the nights of both parts', () => {
    const cut = fc.tuple(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 14 }), fc.nat(365))
    fc.assert(
      fc.property(cut, ([before, after, start]) => {
        const checkIn = addDays(day('2026-01-01'), start)
        const [middle, checkOut] = [addDays(checkIn, before), addDays(checkIn, before + after)]
        const calendar = new Map<string, CalendarMark>([[middle, 'holiday']])
        const [whole, first, second] = [
          { checkIn, checkOut },
          { checkIn, checkOut: middle },
          { checkIn: middle, checkOut },
        ].map(stay => countNights(stay, calendar))
        expect(whole?.holidayCount).toBe((first?.holidayCount ?? 0) + (second?.holidayCount ?? 0))
        expect(whole?.weekdayCount).toBe((first?.weekdayCount ?? 0) + (second?.weekdayCount ?? 0))
      }),
    )
  })
})
