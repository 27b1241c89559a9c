import { expect, test } from 'vitest'
import { daysFrom, kindByWeekday, monthsOf, weeksOf } from './holidays.ts'

test('the weeks of a month begin on Sunday and have only its days', () => {
  const weeks = weeksOf('2026-02')
  expect(weeks).toHaveLength(4)
  expect(weeks[0]?.[0]).toBe('2026-02-01')
  const others = weeksOf('2026-08')
  expect(others).toHaveLength(6)
  expect(others[0]).toEqual([...Array(6).fill(undefined), '2026-08-01'])
  expect(others[5]).toEqual(['2026-08-30', '2026-08-31', ...Array(5).fill(undefined)])
})

test('a year has each of its days once', () => {
  const days = monthsOf(2028)
    .flatMap(weeksOf)
    .flat()
    .filter(day => day !== undefined)
  expect(days).toEqual(daysFrom('2028-01-01', '2028-12-31'))
  expect(days).toHaveLength(366)
})

test('Saturday and Sunday are the weekend', () => {
  const week = daysFrom('2026-11-22', '2026-11-28')
  expect(week.filter(day => kindByWeekday(day) === 'weekend')).toEqual(['2026-11-22', '2026-11-28'])
})
