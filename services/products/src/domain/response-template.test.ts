import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cut, fill, gap } from './response-template.ts'

test('gaps are filled in their order', () => {
  const fragments = cut({
    data: [
      { id: 'a', ...gap },
      { id: 'b', ...gap },
    ],
    meta: { page: 0 },
  })
  expect(JSON.parse(fill(fragments, [3, 0]))).toEqual({
    data: [
      { id: 'a', availableQuantity: 3, inStock: true },
      { id: 'b', availableQuantity: 0, inStock: false },
    ],
    meta: { page: 0 },
  })
})

test('a body without gaps is answered as it is', () => {
  expect(fill(cut({ data: [] }), [])).toBe('{"data":[]}')
})

test('whatever the texts of a product are, only its gaps are filled', () => {
  const trap = JSON.stringify(gap).slice(1, -1)
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(trap, `"${trap}"`, `\\${trap}`, `{${trap}}`))
  const variant = fc.record({ id: text, specification: text, quantity: fc.nat(3) })
  fc.assert(
    fc.property(fc.array(variant), variants => {
      const body = variants.map(({ id, specification }) => ({ id, specification, ...gap }))
      const filled = variants.map(({ quantity, ...texts }) => ({
        ...texts,
        availableQuantity: quantity,
        inStock: quantity > 0,
      }))
      const json = fill(
        cut(body),
        variants.map(({ quantity }) => quantity),
      )
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(filled)))
    }),
  )
})
