import { expect, test } from 'vitest'
import { exceededBound } from './json-bounds.ts'

const check = (json: string) => exceededBound(Buffer.from(json), { depth: 3, values: 6 })

test.each([
  ['[[[]]]', undefined],
  ['[[[[]]]]', 'depth'],
  ['{"a":{"b":[{}]}}', 'depth'],
  ['[1,2,3,4,5]', undefined],
  ['[1,2,3,4,5,6]', 'values'],
  ['[{},{},{}]', 'values'],
  ['{"a":"[[[[[","b":"],,,,,,,"}', undefined],
  ['{"a":"\\"[[[[[\\\\","b":1}', undefined],
  ['{"a":"\\\\",[[[', 'depth'],
  ['["帳篷[[[["]', undefined],
])('%s: %s', (json, expected) => {
  expect(check(json)).toBe(expected)
})
