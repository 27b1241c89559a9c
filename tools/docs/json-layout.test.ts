import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOut } from './json-layout.ts'

test('what fits has a line of its own, and texts share one', () => {
  const [long, leaf] = ['x'.repeat(120), { a: 1, b: [true, null] }]
  expect(layOut({ name: 'n', kind: 'k', leaf, long, empty: {}, list: [leaf, [long, long]] })).toBe(`{
  "name": "n", "kind": "k",
  "leaf": { "a": 1, "b": [true, null] },
  "long": "${long}",
  "empty": {},
  "list": [
    { "a": 1, "b": [true, null] },
    [
      "${long}",
      "${long}"
    ]
  ]
}
`)
})

test('any JSON is the same after it', () => {
  const isSame = (value: unknown) => expect(JSON.parse(layOut(value))).toEqual(JSON.parse(JSON.stringify(value)))
  fc.assert(fc.property(fc.jsonValue(), value => void isSame(value)))
})
