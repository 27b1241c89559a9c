import { addDays, parsePlainDate } from '@campstore/core/plain-date'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CalendarMark, countNights, holidayNightsOf } from './nights.ts'
import type { Stay } from './stay.ts'

const day = (text: string): Stay['checkIn'] => parsePlainDate(text) ?? expect.fail(`${text} is not a date`)

test('booking checkout, rule 6: weekday and holiday nights are counted day by day: the mark decides, and without one the weekdays of the policy', () => {
  const marks = fc.array(fc.constantFrom<CalendarMark | undefined>('holiday', 'working', undefined), {
    minLength: 40,
    maxLength: 40,
  })
  const weekdays = fc.uniqueArray(fc.nat(6))
  fc.assert(
    fc.property(
      marks,
      weekdays,
      fc.nat(19),
      fc.integer({ min: 1, max: 20 }),
      (markOf, holidayWeekdays, firstNight, nights) => {
        const monday = day('2026-12-07')
        const calendar = new Map<string, CalendarMark>()
        for (const [number, mark] of markOf.entries()) if (mark) calendar.set(addDays(monday, number), mark)
        const expected = { weekdayCount: 0, holidayCount: 0 }
        for (let number = firstNight; number < firstNight + nights; number += 1) {
          // 0 = Sunday; number 0 is a Monday.
          const isHolidayWeekday = holidayWeekdays.includes((number + 1) % 7)
          if (markOf[number] === 'holiday' || (markOf[number] === undefined && isHolidayWeekday))
            expected.holidayCount += 1
          else expected.weekdayCount += 1
        }
        const stay = { checkIn: addDays(monday, firstNight), checkOut: addDays(monday, firstNight + nights) }
        expect(countNights(stay, holidayNightsOf(stay, { marks: calendar, holidayWeekdays }))).toEqual(expected)
      },
    ),
    { numRuns: 500 },
  )
})
