import { ConfigError } from '@campstore/core/config/load-config'
import { startServiceProcess } from '@campstore/testing/processes'
import { expect, onTestFinished, test } from 'vitest'
import { readMockCatalogue } from '../src/mock-catalogue.ts'
import { mockFile, productWith } from '../src/testing/catalogues.ts'

// docs/contract/catalogue.md#mock-mode: a missing field stops the start with a message that names it.
const product = productWith({ id: 'a', prices: ['10', '20'] })
const [variant] = product.variants
const changed = (changes: object) => ({ products: [{ ...product, ...changes }] })

test('mock mode runs with a file and a port, and no server of any kind', async () => {
  const file = mockFile({ products: [product] })
  const environment = { CATALOGUE_MOCK_FILE: file }
  const service = await startServiceProcess('services/products/src/main.ts', environment)
  onTestFinished(service.stop)
  const answer = await fetch(`${service.url}/api/products/a`)
  expect(await answer.json()).toEqual({ success: true, data: product })
})

test('a file that breaks the contract stops the start', async () => {
  const file = mockFile(changed({ name: undefined }))
  const environment = { CATALOGUE_MOCK_FILE: file }
  await expect(startServiceProcess('services/products/src/main.ts', environment)).rejects.toThrow('products.0.name: ')
})

test.each([
  ['a price that is not the lowest', changed({ price: '20.00' }), 'products.0.price: '],
  [
    'an inStock that contradicts the quantity',
    changed({ variants: [{ ...variant, availableQuantity: 0 }] }),
    'inStock: ',
  ],
  ['a field that must not appear', changed({ totalStock: 5 }), 'totalStock'],
  ['an id that comes twice', { products: [product, product] }, 'products.1.id: repeats'],
  ['no JSON', '{"products": [', 'JSON'],
])('ConfigError that names file, record and field: %s', (_, content, message) => {
  const file = mockFile(content)
  expect(() => readMockCatalogue(file)).toThrow(ConfigError)
  expect(() => readMockCatalogue(file)).toThrow(`CATALOGUE_MOCK_FILE ${file}: `)
  expect(() => readMockCatalogue(file)).toThrow(message)
})
