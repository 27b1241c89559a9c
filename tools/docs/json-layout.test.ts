import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOut } from './json-layout.ts'

test('any JSON is the same after it', () => {
  const isSame = (value: unknown) => expect(JSON.parse(layOut(value))).toEqual(JSON.parse(JSON.stringify(value)))
  fc.assert(fc.property(fc.jsonValue(), value => void isSame(value)))
})
