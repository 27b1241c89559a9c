import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { changeContactSchema } from '../booking/schemas.ts'
import { changeRecipientSchema } from '../checkout/schemas.ts'
import { inOrder, instantFrom, instantTo, searchFilter, textInput } from './fields.ts'

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

test.each(['\u200b', '\u3164', ' \u2060\u2800', '\u00ad'])('a text of which nothing is visible, %j, is blank', text => {
  const contact = { name: text, phone: '02' }
  expect(textInput(9).safeParse(text).success).toBe(false)
  expect(changeContactSchema.safeParse({ contact }).success).toBe(false)
  expect(changeRecipientSchema.safeParse({ address: text }).success).toBe(false)
  expect(textInput(9).parse(` a${text}b `)).toBe(`a${text}b`)
})
