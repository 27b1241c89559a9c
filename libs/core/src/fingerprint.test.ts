import { anyCharacter } from '@campstore/testing/any-character'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson, fingerprint, type Json } from './fingerprint.ts'

const anyJson = fc.jsonValue({ stringUnit: anyCharacter, maxDepth: 4 }) as fc.Arbitrary<Json>

/** The same value with the keys of every object in another order. */
function reordered(value: Json): Json {
  if (Array.isArray(value)) return value.map(reordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, field]) => [key, field === undefined ? undefined : reordered(field)]),
  )
}

test('canonicalJson is JSON that says the same, so that different values are different texts', () => {
  fc.assert(
    fc.property(anyJson, value => {
      expect(JSON.parse(canonicalJson(value))).toEqual(plain(value))
    }),
  )
})

describe('fingerprint', () => {
  test('does not depend on the order of keys, at any depth', () => {
    fc.assert(
      fc.property(anyJson, value => {
        expect(fingerprint(reordered(value))).toBe(fingerprint(value))
      }),
    )
  })

  test.each<[string, Json, Json]>([
    ['null and nothing', { coupon: null }, {}],
    ['two halves of different characters', { key: '\ud800' }, { key: '\ud801' }],
    ['composed and decomposed letters', { key: 'é' }, { key: 'e\u0301' }],
  ])('%s are told apart', (_what, left, right) => {
    expect(fingerprint(left)).not.toBe(fingerprint(right))
  })
})

/** A value after a round trip through JSON, which has no minus zero. */
const plain = (value: Json): unknown => JSON.parse(JSON.stringify(value))
