import { expect, test } from 'vitest'
import { changeBetween, freeSitesOf } from './availability-change.ts'

const night = (date: string, free: number, closed = false) =>
  ({ date, free, closed, confirmed: 0, paid: 0, held: 0 }) as const
const zone = (zoneId: string, ...nights: ReturnType<typeof night>[]) => ({ zoneId, nights })

test('live, rule 4: closed nights, other numbers and new zones are changes, and a night that has passed is none', () => {
  const before = freeSitesOf([zone('a', night('2027-01-01', 1), night('2027-01-02', 3), night('2027-01-03', 3))])
  const today = zone('a', night('2027-01-02', 3), night('2027-01-03', 3, true))
  expect(changeBetween(before, freeSitesOf([today]))).toEqual({ zoneIds: ['a'], nights: ['2027-01-03'] })
  expect(changeBetween(before, freeSitesOf([zone('a', night('2027-01-02', 3))]))).toBeUndefined()
  const more = [zone('b', night('2027-01-03', 0)), zone('a', night('2027-01-02', 2))]
  expect(changeBetween(before, freeSitesOf(more))).toEqual({
    zoneIds: ['b', 'a'],
    nights: ['2027-01-02', '2027-01-03'],
  })
})
