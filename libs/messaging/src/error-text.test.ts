import { expect, test } from 'vitest'
import { errorText, redactedErrorText } from './error-text.ts'

test.each([
  ['its name and message', new TypeError('no\n such thing'), 'TypeError: no such thing'],
  ['its code', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), 'Error ECONNREFUSED: refused'],
  ['the first of several', new AggregateError([new Error('refused')]), 'AggregateError: refused'],
  ['nothing of other values', { secret: 1 }, 'unknown error'],
])('the text of an error has %s', (_, error, text) => {
  expect(errorText(error)).toBe(text)
})

test('the text is redacted for the error of a handler', () => {
  const error = new Error('"Ann Lee" <ann@example.com> of +886 912-345-678 is unknown')
  expect(redactedErrorText(error)).toBe('Error: "…" <<address>> of <number> is unknown')
})
