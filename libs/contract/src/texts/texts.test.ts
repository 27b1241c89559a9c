import { expect, test } from 'vitest'
import { ApiError, errorAt, errorBody, validationError } from '../errors.ts'
import { en } from './en.ts'
import { writeIn } from './language.ts'
import { allOf, english, localTime, type TextKey, text } from './text.ts'
import { zhTw } from './zh-tw.ts'

const parametersOf = (template: string) => [...new Set(template.match(/\{\w+\}/g))].sort()

// Which keys there are, the type of the second catalogue requires.
test.each(Object.entries(en))('%s has the same parameters in both languages', (key, entry) => {
  const { one, other } = typeof entry === 'string' ? { one: entry, other: entry } : entry
  const inEnglish = parametersOf(other)
  expect(parametersOf(zhTw[key as TextKey])).toEqual(inEnglish)
  expect(inEnglish).toEqual(expect.arrayContaining(parametersOf(one)))
})

test('no two reasons have the same English: the reason of a check is found by it', () => {
  const reasons = Object.entries(en).flatMap(([key, entry]) => (/^(?:is|must)\./.test(key) ? [entry] : []))
  expect(new Set(reasons).size).toBe(reasons.length)
})

test('a text is written with its parts, lists and counts in each language', () => {
  const short = (count: number) => text('zone.short', { name: 'Shore', left: left(count), requested: 9 })
  const left = (count: number) => text('zone.left', { count, date: '2026-11-24' })
  expect([english(short(1)), english(short(2)), writeIn('zh-TW', short(2))]).toEqual([
    '“Shore” has only 1 site left on 2026-11-24; you asked for 9.',
    '“Shore” has only 2 sites left on 2026-11-24; you asked for 9.',
    '「Shore」在 2026-11-24 只剩 2 個營位；您選了 9 個。',
  ])
  const incomplete = text('order.incomplete', { missing: allOf([text('order.phone'), text('order.address')]) })
  expect(english(incomplete)).toBe('Add a phone number and an address first.')
  expect(writeIn('zh-TW', incomplete)).toBe('請先填寫電話號碼和地址。')
})

test('a name in braces is no parameter', () => {
  expect(english(text('zone.unknown', { id: '{name} $& {id}' }))).toBe('This campground has no zone “{name} $& {id}”.')
})

test('a time is read to the minute, in its zone, which it names', () => {
  const time = localTime(new Date('2025-05-31T15:59:59.999Z'), 'Asia/Taipei')
  expect([english(time), writeIn('zh-TW', time)]).toEqual([
    '2025-05-31, 23:59 (Asia/Taipei)',
    '2025-05-31 23:59（Asia/Taipei）',
  ])
})

test('an error is written in the language of its reader, with its mistakes; its code and what is logged stay', () => {
  const error = validationError([
    { path: 'name', reason: text('is.missing') },
    { path: 'names', reason: text('is.mistypedField', { meant: 'name' }) },
  ])
  expect(errorBody(error, 'zh-TW').error).toEqual({
    code: 'VALIDATION_ERROR',
    message: 'name 未提供。另有 1 個錯誤。',
    details: [
      { path: 'name', message: '未提供' },
      { path: 'names', message: '不是欄位。您是指 name 嗎？' },
    ],
  })
  expect(error.message).toBe('name is missing. There is 1 more mistake.')
  const sentences = [text('is.taken'), text('is.mistypedField', { meant: 'name' })].map(
    reason => errorAt('CONFLICT', 'names', reason).message,
  )
  expect(sentences).toEqual(['names is taken.', 'names is not a field. Did you mean name?'])
  const whole = errorBody(new ApiError('VALIDATION_ERROR', text('http.host')), 'zh-TW').error
  expect(whole.details).toEqual([{ path: '', message: whole.message }])
})
