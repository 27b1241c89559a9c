import { expect, test } from 'vitest'
import { daysFrom, kindByWeekday } from './holidays.ts'

test('without an entry, the weekdays of the policy have the holiday price', () => {
  const week = daysFrom('2026-11-22', '2026-11-28')
  expect(week.filter(day => kindByWeekday(day, [5, 6]) === 'holidayWeekday')).toEqual(['2026-11-27', '2026-11-28'])
})
