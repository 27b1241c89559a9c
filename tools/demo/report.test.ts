import { CliError } from '@campstore/local-servers/cli-error'
import { describe, expect, test } from 'vitest'
import { formatAmount } from './amounts.ts'
import { createReport, timeLeft } from './report.ts'

describe('the report', () => {
  test('numbers the steps of each chapter', () => {
    const lines: string[] = []
    const report = createReport(line => lines.push(line))
    report.chapter('One')
    report.step('First')
    report.detail('and more')
    report.step('Second')
    report.chapter('Two')
    report.step('Again')
    expect(lines).toEqual(['', 'One', '   1  First', '      and more', '   2  Second', '', 'Two', '   1  Again'])
  })

  test('prints nothing about equal values', () => {
    const report = createReport(() => expect.unreachable())
    report.assertEqual('the amounts', { total: '1.00', items: [1] }, { items: [1], total: '1.00' })
  })

  test('stops at a difference, in one line', () => {
    expect(() => createReport(() => {}).assertEqual('the total', '2.00', '1.00')).toThrow(
      new CliError('Check failed: the total should be "1.00", but is "2.00"'),
    )
  })
})

test.each([
  ['2026-11-20T08:14:59.999Z', '14 min 59 s left'],
  ['2026-11-20T08:00:00.000Z', '0 min 0 s left'],
  ['2026-11-20T07:59:58.000Z', 'expired 2 s ago'],
])('until %s, at eight o’clock: %s', (deadline, text) => {
  expect(timeLeft(deadline, new Date('2026-11-20T08:00:00.000Z'))).toBe(text)
})

test.each([
  ['99.00', '99.00'],
  ['1980.00', '1,980.00'],
  ['1234567.80', '1,234,567.80'],
])('the amount %s is written as %s', (amount, text) => {
  expect(formatAmount(amount)).toBe(text)
})
