import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { inOrder, instantFrom, instantTo, searchFilter } from './fields.ts'

describe('a bound of a range (docs/contract/admin.md#ranges: a plain date is that whole day in Asia/Taipei)', () => {
  test('a date begins and ends with its day in Taipei', () => {
    expect(instantFrom.parse('2026-11-21')).toBe('2026-11-21T00:00:00+08:00')
    expect(instantTo.parse('2026-11-21')).toBe('2026-11-21T23:59:59.999999+08:00')
  })

  test('a timestamp is itself, at whatever offset', () => {
    expect(instantFrom.parse('2026-11-21T08:00:00+08:00')).toBe('2026-11-21T00:00:00.000Z')
    expect(instantTo.parse('2026-11-21T00:00:00.5Z')).toBe('2026-11-21T00:00:00.500Z')
    expect(instantFrom.parse('2026-11-21T23:00:00-20:00')).toBe('2026-11-22T19:00:00.000Z')
  })

  test('a range that ends before it begins is refused at its end', () => {
    const range = z.object({ from: instantFrom, to: instantTo }).superRefine(inOrder('from', 'to'))
    expect(range.safeParse({ from: '2026-11-21', to: '2026-11-21' }).success).toBe(true)
    expect(range.safeParse({ from: '2026-11-22', to: '2026-11-21' }).error?.issues[0]?.path).toEqual(['to'])
  })
})

test('a blank search is as if absent; a NUL in one is refused', () => {
  expect(searchFilter.parse('  ')).toBeUndefined()
  expect(searchFilter.parse(' lin ')).toBe('lin')
  expect(searchFilter.safeParse('a\0b').success).toBe(false)
})
