import { expect, test } from 'vitest'
import { currentlyMade, withFutureDates } from './example-dates.ts'

const at = (date: string) => Date.parse(`${date}T12:00:00Z`)

test.each([
  ['2026-11-20', 'from 2026-12-06 to 2026-12-08', 'from 2026-12-06 to 2026-12-08'],
  ['2028-02-29', 'from 2026-12-06 to 2026-12-08', 'from 2028-03-12 to 2028-03-14'],
  ['2028-02-29', '"at": "2026-11-20T08:00:00.000Z"', '"at": "2028-02-25T08:00:00.000Z"'],
  ['2028-02-29', 'orders-2026-11-23.csv', 'orders-2028-02-28.csv'],
  ['2028-02-29', 'closed on 2027-01-01', 'closed on 2029-01-01'],
  ['2028-02-29', 'no date: 2027-02-30; no example: 2035-12-31, 2024-02-29', undefined],
])('on %s, "%s"', (today, text, moved = text) => {
  expect(withFutureDates(text, at(today))).toBe(moved)
})

test('the stays of examples can be booked on any day, and keep their day of the week', () => {
  for (let day = 0; day < 400; day += 1) {
    const now = at('2026-11-26') + day * 86_400_000
    const stay = Date.parse(withFutureDates('2026-12-06', now))
    const daysAhead = (stay - now) / 86_400_000
    expect(daysAhead).toBeGreaterThan(6)
    expect(daysAhead).toBeLessThan(14)
    expect(new Date(stay).getUTCDay()).toBe(0)
  }
})

test('what is made of examples is made again when their dates move', () => {
  let today = at('2026-11-20')
  const made = currentlyMade(
    now => [withFutureDates('2026-12-06', now)],
    () => today,
  )
  const first = made()
  today = at('2026-11-25')
  expect(made()).toBe(first)
  today = at('2027-03-01')
  expect(made()).toEqual(['2027-03-14'])
})
