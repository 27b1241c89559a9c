import { expect, test } from 'vitest'
import type { Found } from './audit.ts'
import type { Invariant } from './invariant.ts'
import { reportOf } from './report.ts'

const found = (holds: Invariant['holds'], rows: Record<string, unknown>[]): Found => ({
  invariant: { finding: 'an odd order', holds },
  rows,
})

test('what holds is a line, and the end says so', () => {
  expect(reportOf([found('always', []), found('noted', [])])).toBe(
    ['  ok       no odd order', '  ok       no odd order', '', 'all 2 hold'].join('\n'),
  )
})

test('what does not hold is told with its rows', () => {
  const row = { order_id: 'o-1', paid_at: null, at: new Date('2026-11-20T08:00:00.000Z'), steps: ['a', 'b'] }
  expect(reportOf([found('always', [row]), found('always', [])])).toBe(
    [
      '  BROKEN   an odd order: once',
      '             order_id o-1, paid_at none, at 2026-11-20T08:00:00.000Z, steps ["a","b"]',
      '  ok       no odd order',
      '',
      '1 of 2 do not hold',
    ].join('\n'),
  )
})

test('of many rows the first ten are told', () => {
  const lines = reportOf([
    found(
      'always',
      Array.from({ length: 12 }, (_, n) => ({ n })),
    ),
  ]).split('\n')
  expect(lines[0]).toBe('  BROKEN   an odd order: 12 times')
  expect(lines.at(10)).toBe('             n 9')
  expect(lines.at(11)).toBe('             and 2 more')
})

test('what may be so for a moment says so', () => {
  expect(reportOf([found('soon', [{}])])).toContain('(may be so while messages are under way: look again)')
})

test('a warning is no breakage', () => {
  expect(reportOf([found('noted', [{ n: 1 }]), found('always', [])])).toBe(
    [
      '  warning  an odd order: once',
      '             n 1',
      '  ok       no odd order',
      '',
      'all 1 hold, 1 to be looked at',
    ].join('\n'),
  )
})
