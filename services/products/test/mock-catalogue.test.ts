import { ConfigError, loadConfig } from '@campstore/core/config/load-config'
import { describe, expect, onTestFinished, test } from 'vitest'
import { mockConfig } from '../src/config.ts'
import { readMockCatalogue } from '../src/mock-catalogue.ts'
import { mockFile, productWith } from '../src/testing/catalogues.ts'

/** The catalogue of a file with this content. */
function read(content: unknown) {
  const { file, remove } = mockFile(content)
  onTestFinished(remove)
  return { file, products: () => readMockCatalogue(file) }
}

const two = () => [productWith({ id: 'a', prices: ['10', '20'] }), productWith({ id: 'b' })]

test('a file in the shape of the contract is the catalogue as it stands', () => {
  const products = two()
  expect(read({ products }).products()).toEqual(products)
})

// docs/contract/catalogue.md#mock-mode: a missing field stops the start with a message that names it.
describe('a record that breaks the contract: ConfigError with file, record and field', () => {
  test.each(['id', 'itemId', 'status', 'name', 'category', 'brand', 'description', 'image', 'price', 'variants'])(
    'a product without %s',
    field => {
      const [first, second] = two()
      const { file, products } = read({ products: [first, { ...second, [field]: undefined }] })
      expect(products).toThrow(ConfigError)
      expect(products).toThrow(`CATALOGUE_MOCK_FILE ${file}: products.1.${field}: `)
    },
  )

  test.each([
    ['status', 'inactive'],
    ['price', 10],
    ['price', '10.5'],
    ['price', '20.00'],
    ['variants', []],
    ['name', null],
  ])('a wrong %s: %j', (field, wrong) => {
    const [first] = two()
    expect(read({ products: [{ ...first, [field]: wrong }] }).products).toThrow(`products.0.${field}: `)
  })

  test('an inStock that contradicts the quantity', () => {
    const [first] = two()
    const variants = first?.variants.map(variant => ({ ...variant, availableQuantity: 0 }))
    expect(read({ products: [{ ...first, variants }] }).products).toThrow('products.0.variants.0.inStock: ')
  })

  test('a field that must not appear', () => {
    const [first] = two()
    expect(read({ products: [{ ...first, totalStock: 5 }] }).products).toThrow('totalStock')
  })

  test('an id that comes twice', () => {
    const [first] = two()
    expect(read({ products: [first, first] }).products).toThrow('products.1.id: repeats')
  })
})

test.each([
  ['no JSON', '{"products": [', /JSON/],
  ['a list instead of an object', [], /the whole file: /],
  ['no products', {}, /products: /],
])('a file with %s: ConfigError that names it', (_, content, message) => {
  const { file, products } = read(content)
  expect(products).toThrow(message)
  expect(products).toThrow(file)
})

test('a missing file: ConfigError that names it', () => {
  expect(() => readMockCatalogue('/nowhere/catalogue.json')).toThrow(
    /CATALOGUE_MOCK_FILE \/nowhere\/catalogue.json: ENOENT/,
  )
})

test('mock mode needs its file and a port, and nothing else', () => {
  expect(loadConfig(mockConfig, { PORT: '0', CATALOGUE_MOCK_FILE: 'catalogue.json' })).toMatchObject({ PORT: 0 })
  expect(() => loadConfig(mockConfig, { PORT: '0' })).toThrow('CATALOGUE_MOCK_FILE is not set')
})
