import { expect, test } from 'vitest'
import { boundsOf } from '../../lib/days.ts'
import { daysFrom, kindByWeekday, monthsOf } from './holidays.ts'

test('a year has each of its days once', () => {
  const days = monthsOf(2028)
    .map(boundsOf)
    .flatMap(({ from, to }) => daysFrom(from, to))
  expect(days).toEqual(daysFrom('2028-01-01', '2028-12-31'))
  expect(days).toHaveLength(366)
})

test('without an entry, the weekdays of the policy have the holiday price', () => {
  const week = daysFrom('2026-11-22', '2026-11-28')
  expect(week.filter(day => kindByWeekday(day, [5, 6]) === 'holidayWeekday')).toEqual(['2026-11-27', '2026-11-28'])
})
