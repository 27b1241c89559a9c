import { expect, test } from 'vitest'
import { fromLocal, toLocal } from './instants.ts'

test('timestamps are shown and entered in Asia/Taipei', () => {
  expect(toLocal('2026-11-23T16:30:00.000Z')).toBe('2026-11-24T00:30')
  expect(fromLocal('2026-11-24T00:30')).toBe('2026-11-24T00:30:00+08:00')
  expect(Date.parse(fromLocal(toLocal('2026-11-23T16:30:00.000Z')))).toBe(Date.parse('2026-11-23T16:30:00.000Z'))
  expect([toLocal(''), fromLocal('')]).toEqual(['', ''])
})
