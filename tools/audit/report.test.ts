import { expect, test } from 'vitest'
import type { CheckResult } from './audit.ts'
import type { Invariant } from './invariant.ts'
import { formatReport } from './report.ts'

const result = (holds: Invariant['holds'], rows: Record<string, unknown>[]): CheckResult => ({
  invariant: { rule: 'amounts add up', holds },
  rows,
})

test('a rule that holds is one line', () => {
  expect(formatReport([result('always', []), result('noted', [])])).toBe(
    ['  ok       amounts add up', '  ok       amounts add up', '', '2 of 2 checks passed'].join('\n'),
  )
})

test('a violated rule is followed by its rows', () => {
  const row = { order_id: 'o-1', paid_at: null, at: new Date('2026-11-20T08:00:00.000Z'), steps: ['a', 'b'] }
  expect(formatReport([result('always', [row]), result('always', [])])).toBe(
    [
      '  FAILED   amounts add up: 1 violation',
      '             order_id o-1, paid_at none, at 2026-11-20T08:00:00.000Z, steps ["a","b"]',
      '  ok       amounts add up',
      '',
      '1 of 2 checks passed',
    ].join('\n'),
  )
})

test('only the first ten rows are shown', () => {
  const rows = Array.from({ length: 12 }, (_, n) => ({ n }))
  const lines = formatReport([result('always', rows)]).split('\n')
  expect(lines[0]).toBe('  FAILED   amounts add up: 12 violations')
  expect(lines.at(10)).toBe('             n 9')
  expect(lines.at(11)).toBe('             and 2 more')
})

test('says which violations pending messages may explain', () => {
  expect(formatReport([result('soon', [{}])])).toContain('(possible while messages are pending: check again)')
})

test('a warning is no violation', () => {
  expect(formatReport([result('noted', [{ n: 1 }]), result('always', [])])).toBe(
    [
      '  warning  amounts add up: 1 exception',
      '             n 1',
      '  ok       amounts add up',
      '',
      '1 of 1 checks passed, 1 warning',
    ].join('\n'),
  )
})
