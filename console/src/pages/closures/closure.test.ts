import { expect, test } from 'vitest'
import { affectedOf } from './closure.ts'

test('the affected bookings are asked for once the dates are complete', () => {
  const range = {
    campgroundId: 'a',
    closureType: 'date_range',
    startDate: '2026-11-28',
    endDate: '2026-11-29',
  } as const
  const weekly = { campgroundId: 'a', closureType: 'weekly', weekday: 1, effectiveFrom: '2026-11-28' } as const
  expect([affectedOf(range), affectedOf(weekly)]).toEqual([range, { ...weekly, weekday: '1' }])
  for (const half of ['2026-1', '2026-11-31', '2026-11-'])
    for (const dates of [
      { ...range, startDate: half },
      { ...range, endDate: half },
      { ...weekly, effectiveFrom: half },
      { ...weekly, effectiveTo: half },
    ])
      expect(affectedOf(dates), JSON.stringify(dates)).toBeUndefined()
})
