import { expect, test } from 'vitest'
import { stateOf } from './coupon.ts'

const coupon = {
  status: 'active' as const,
  startsAt: '2026-11-01T00:00:00.000Z',
  endsAt: '2026-12-01T00:00:00.000Z',
  usageLimit: 10,
  usedCount: 3,
}

test.each([
  ['runs', {}, '2026-11-24T00:00:00Z', 'running'],
  ['runs without a limit', { usageLimit: null, usedCount: 500 }, '2026-11-24T00:00:00Z', 'running'],
  ['is planned before it starts', {}, '2026-10-31T23:59:59Z', 'planned'],
  ['is over from its end on', {}, '2026-12-01T00:00:00Z', 'over'],
  ['is used up at its limit', { usedCount: 10 }, '2026-11-24T00:00:00Z', 'usedUp'],
  ['is inactive, whatever its dates', { status: 'inactive' as const }, '2026-11-24T00:00:00Z', 'inactive'],
])('a coupon %s', (_, changes, now, state) => {
  expect(stateOf({ ...coupon, ...changes }, Date.parse(now))).toBe(state)
})
