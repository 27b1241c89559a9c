import { english } from '@campstore/contract/texts/text'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeJsonError } from './json-error.ts'

const described = (json: string): string => english(describeJsonError(json))

test.each([
  ['', 'line 1, column 1 has the end instead of a value'],
  ['{', 'line 1, column 2 has the end instead of a field name or "}"'],
  ['{"a": 1', 'line 1, column 8 has the end instead of "," or "}"'],
  ['{"a": 1,}', 'line 1, column 9 has "}" instead of a field name'],
  ['{"a" 1}', 'line 1, column 6 has a value instead of ":"'],
  ['{"a": }', 'line 1, column 7 has "}" instead of a value'],
  ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3 has a text instead of "," or "}"'],
  ["{'a': 1}", `line 1, column 2 has "'" instead of a field name or "}"`],
  ['{a: 1}', 'line 1, column 2 has an unknown word instead of a field name or "}"'],
  ['{"a": undefined}', 'line 1, column 7 has an unknown word instead of a value'],
  ['{"a": 01}', 'line 1, column 7 has an unknown word instead of a value'],
  ['[1, 2', 'line 1, column 6 has the end instead of "," or "]"'],
  ['[1, ]', 'line 1, column 5 has "]" instead of a value'],
  ['[1}', 'line 1, column 3 has "}" instead of "," or "]"'],
  ['{} {}', 'line 1, column 4 has "{" instead of the end'],
  ['{"a": "b', 'line 1, column 9 has the end instead of the rest of a text'],
  ['{"帳篷": "b\n"}', 'line 1, column 10 has a line break instead of the rest of a text'],
  ['{"a": "\\x"}', 'line 1, column 8 has an escape that JSON does not know instead of the rest of a text'],
  ['{"a": "\t"}', 'line 1, column 8 has a control character instead of the rest of a text'],
])('%j: %s', (json, expected) => {
  expect(described(json)).toBe(`is not valid JSON: ${expected}`)
})

test('no word or number of the text is repeated', () => {
  expect(described('{"idToken": eyJhbGciOi}')).not.toContain('eyJ')
  expect(described('{"pin": 4711 "password": "secret"}')).not.toMatch(/4711|secret/)
})

test('whatever breaks valid JSON, the error is found where JSON.parse has stopped or before', () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.nat(),
      fc.constantFrom('}', ']', ',', ':', '"', 'x', '\n', ''),
      (json, place, inserted) => {
        const at = place % (json.length + 1)
        const broken = json.slice(0, at) + inserted + json.slice(inserted === '' ? at + 1 : at)
        if (!isBroken(broken)) return
        expect(described(broken)).not.toContain('has the end instead of the end')
        const [, column] = /line \d+, column (\d+)/.exec(described(broken)) ?? []
        expect(Number(column)).toBeGreaterThan(0)
        expect(Number(column)).toBeLessThanOrEqual(broken.length + 1)
      },
    ),
  )
})

test('the work is bounded: an error behind many tokens is only said to be further on', () => {
  expect(described('['.repeat(99_999))).toBe('is not valid JSON: the error is after line 1, column 2001')
  expect(described('[1,\n'.repeat(600))).toContain('line 601, column 1 has the end')
  expect(described(`"${'a'.repeat(99_999)}`)).toContain('column 100001 has the end')
})

function isBroken(json: string): boolean {
  try {
    JSON.parse(json)
    return false
  } catch {
    return true
  }
}
