import { expect, test } from 'vitest'
import { nextClosure, nextNightOf } from './next-closure.ts'

const none = { startDate: null, endDate: null, weekday: null, effectiveFrom: null, effectiveTo: null }
const base = { ...none, id: 1, campgroundId: 'saddle-lake', reason: 'Repairs' }
const range = (startDate: string, endDate: string) => ({
  ...base,
  closureType: 'date_range' as const,
  startDate,
  endDate,
})
const weekly = (weekday: number, effectiveFrom: string | null = null, effectiveTo: string | null = null) => ({
  ...base,
  closureType: 'weekly' as const,
  weekday,
  effectiveFrom,
  effectiveTo,
})

// 2026-11-24 is a Tuesday.
test.each([
  ['a range that is over', range('2026-11-01', '2026-11-23'), undefined],
  ['a range in force', range('2026-11-20', '2026-11-24'), '2026-11-24'],
  ['a range to come', range('2026-12-01', '2026-12-02'), '2026-12-01'],
  ['each Tuesday', weekly(2), '2026-11-24'],
  ['each Monday', weekly(1), '2026-11-30'],
  ['each Monday from next year', weekly(1, '2027-01-01'), '2027-01-04'],
  ['each Monday until Sunday', weekly(1, null, '2026-11-29'), undefined],
])('the next night of %s', (_, closure, night) => {
  expect(nextNightOf(closure, '2026-11-24')).toBe(night)
})

test('the next closure is the one with the earliest night', () => {
  const later = range('2026-12-01', '2026-12-02')
  expect(nextClosure([later, weekly(1), range('2026-11-01', '2026-11-02')], '2026-11-24')).toEqual({
    closure: weekly(1),
    night: '2026-11-30',
  })
})
