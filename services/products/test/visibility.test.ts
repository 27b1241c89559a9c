import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import type { ProductOptions } from '../src/testing/catalogue-scenario.ts'
import { idsOf, productOf, productsPath, startProductsFixture } from '../src/testing/products-fixture.ts'

const fixture = useFixture(startProductsFixture)

const isListed = async (id: string) => (await idsOf(fixture.anyone, '?size=100')).includes(id)

// docs/contract/catalogue.md#visibility
describe('products that customers cannot see: not listed, NOT_FOUND by id', () => {
  const invisible: [string, ProductOptions][] = [
    ['the product is inactive', { status: 'inactive' }],
    ['the equipment item is inactive', { itemActive: false }],
    ['every variant is inactive', { variants: [{ active: false }, { active: false }] }],
    ['every SKU is inactive', { variants: [{ skuActive: false }] }],
    ['there is no variant', { variants: [] }],
    ['no variant has a price: it is only rented out', { variants: [{ price: null }] }],
  ]
  test.each(invisible)('%s', async (_, options) => {
    const { id } = await fixture.scenario.addProduct(options)
    expect(await isListed(id)).toBe(false)
    expect(await fixture.anyone.get(`${productsPath}/${id}`)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })
})

test('only active variants are shown, by price and then id', async () => {
  const { id } = await fixture.scenario.addProduct({
    variants: [
      { id: 'shown-b', price: '200' },
      { id: 'hidden-1', price: '10', active: false },
      { id: 'shown-C', sku: 'OTHER', price: '100' },
      { id: 'hidden-2', price: '20', skuActive: false },
      { id: 'shown-a', price: '200' },
      { id: 'shown-c', price: '100' },
    ],
  })
  const product = await productOf(fixture.anyone, id)
  expect(product.variants.map(variant => variant.id)).toEqual(['shown-C', 'shown-c', 'shown-a', 'shown-b'])
  expect(product.price).toBe('100.00')
})

test('an inactive variant does not bring its product into a price range', async () => {
  const { id } = await fixture.scenario.addProduct({
    variants: [{ price: '41000' }, { price: '42000', active: false }],
  })
  expect(await idsOf(fixture.anyone, '?minPrice=40500&maxPrice=41500')).toEqual([id])
  expect(await idsOf(fixture.anyone, '?minPrice=41500&maxPrice=42500')).toEqual([])
})

test('a product that is sold out is still listed', async () => {
  const { id } = await fixture.scenario.addProduct({ variants: [{ stock: 0 }] })
  expect(await isListed(id)).toBe(true)
  expect((await productOf(fixture.anyone, id)).variants).toMatchObject([{ availableQuantity: 0, inStock: false }])
})

describe('the fields of the contract, and no others', () => {
  test('an unknown value is null, and its key is present', async () => {
    const { id } = await fixture.scenario.addProduct()
    const product = await productOf(fixture.anyone, id)
    expect(product).toMatchObject({ category: null, brand: null, description: null, image: null })
    expect(product.variants).toMatchObject([{ color: null, size: null }])
  })
})
