import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import type { CreatedProduct } from '../src/testing/catalogue-scenario.ts'
import { idsOf, listOf, productOf, productsPath, startProductsFixture } from '../src/testing/products-fixture.ts'

const fixture = useFixture(startProductsFixture)
const clients = () => [fixture.anyone, fixture.otherProcess]

/** The first variant of a product as both processes show it, in the list and by id; expects the same everywhere. */
async function readEverywhere({ id }: CreatedProduct) {
  const found = await Promise.all(
    clients().flatMap(client => [
      productOf(client, id),
      listOf(client, '?size=100').then(products => products.find(product => product.id === id)),
    ]),
  )
  const [first, ...others] = found.map(product => product?.variants[0])
  for (const other of others) expect(other).toEqual(first)
  return first
}

function firstOf({ variants: [variant] }: CreatedProduct) {
  if (!variant) throw new Error('no variant')
  return variant
}

/** The status with which each process answers a product. */
const statusesOf = ({ id }: Pick<CreatedProduct, 'id'>) =>
  Promise.all(clients().map(async client => (await client.get(`${productsPath}/${id}`)).status))

// docs/contract/catalogue.md#available-quantity. Both processes cache every response before something changes.
describe('availability is on-hand store stock minus active reservations, at once', () => {
  test('a copy that a client has is current until the stock changes, from every process', async () => {
    const product = await fixture.scenario.addProduct({ variants: [{ stock: 5 }] })
    const paths = [`${productsPath}/${product.id}`, `${productsPath}?size=100`]
    const etags = await Promise.all(paths.map(async path => (await fixture.anyone.get(path)).headers.get('etag') ?? ''))
    const statuses = () =>
      Promise.all(
        clients().flatMap(client =>
          paths.map(async (path, index) => (await client.get(path, { 'if-none-match': etags[index] ?? '' })).status),
        ),
      )
    expect(await statuses()).toEqual([304, 304, 304, 304])
    await fixture.scenario.reserve({ variantId: firstOf(product).id, quantity: 1 })
    expect(await statuses()).toEqual([200, 200, 200, 200])
  })

  test('active store locations count, others do not', async () => {
    const kinds = [{}, {}, { active: false }, { kind: 'rental', campground_id: 'camp-1' }]
    const locations = await Promise.all(kinds.map(changes => fixture.scenario.addLocation(changes)))
    const [, two = '', closed = ''] = locations
    const stock = locations.map((locationId, index) => ({ locationId, onHand: 10 ** index }))
    const product = await fixture.scenario.addProduct({ variants: [{ stock }] })
    expect(await readEverywhere(product)).toMatchObject({ availableQuantity: 11 })
    await fixture.scenario.update('inventory.location', two, { active: false })
    expect(await readEverywhere(product)).toMatchObject({ availableQuantity: 1 })
    await fixture.scenario.update('inventory.location', closed, { active: true })
    expect(await readEverywhere(product)).toMatchObject({ availableQuantity: 101 })
  })
})

// docs/contract/catalogue.md#visibility
describe('a cached response is replaced with the change that makes it wrong', () => {
  test.each([
    ['the product is deactivated', 'catalog.product', { status: 'inactive' }, { status: 'active' }],
    ['its item is deactivated', 'catalog.equipment_item', { active: false }, { active: true }],
    ['its last variant is deactivated', 'catalog.variant', { active: false }, { active: true }],
    ['its last SKU is deactivated', 'catalog.sku', { active: false }, { active: true }],
  ])('%s: it disappears, and comes back when that is undone', async (_, table, off, on) => {
    const product = await fixture.scenario.addProduct()
    const ids: Record<string, string> = {
      'catalog.product': product.id,
      'catalog.equipment_item': product.itemId,
      'catalog.variant': firstOf(product).id,
      'catalog.sku': firstOf(product).skuId,
    }
    const id = ids[table] ?? ''
    await readEverywhere(product)
    await fixture.scenario.update(table, id, off)
    expect(await statusesOf(product)).toEqual([404, 404])
    for (const client of clients()) expect(await idsOf(client, '?size=100')).not.toContain(product.id)
    await fixture.scenario.update(table, id, on)
    expect(await statusesOf(product)).toEqual([200, 200])
    await readEverywhere(product)
  })

  test('a price changes: the price, the order of variants and the price filter follow', async () => {
    const product = await fixture.scenario.addProduct({
      brand: 'Repriced',
      variants: [{ price: '100' }, { price: '200' }],
    })
    const wide = '?brand=repriced&minPrice=250'
    expect(await idsOf(fixture.otherProcess, wide)).toEqual([])
    await readEverywhere(product)
    await fixture.scenario.update('catalog.variant', firstOf(product).id, { price: '300' })
    expect(await readEverywhere(product)).toMatchObject({ price: '200.00' })
    expect(await idsOf(fixture.otherProcess, wide)).toEqual([product.id])
    expect(await productOf(fixture.otherProcess, product.id)).toMatchObject({ price: '200.00' })
  })
})

test.each([
  ['there is no variant', { variants: [] }],
  ['no variant has a price: it is only rented out', { variants: [{ price: null }] }],
])('a product that customers cannot see is not listed, and NOT_FOUND by id: %s', async (_, options) => {
  const product = await fixture.scenario.addProduct(options)
  expect(await idsOf(fixture.anyone, '?size=100')).not.toContain(product.id)
  expect(await statusesOf(product)).toEqual([404, 404])
})

test('only active variants are shown, by price and then id, and bring their product into a price range', async () => {
  const { id } = await fixture.scenario.addProduct({
    brand: 'Shown',
    variants: [
      { id: 'shown-b', price: '200' },
      { id: 'hidden-1', price: '10', active: false },
      { id: 'shown-C', sku: 'OTHER', price: '100', stock: 0 },
      { id: 'hidden-2', price: '20', skuActive: false },
      { id: 'shown-a', price: '200' },
      { id: 'shown-c', price: '100' },
    ],
  })
  const product = await productOf(fixture.anyone, id)
  expect(product.variants.map(variant => variant.id)).toEqual(['shown-C', 'shown-c', 'shown-a', 'shown-b'])
  expect(product).toMatchObject({ price: '100.00', category: null, description: null, image: null })
  expect(await listOf(fixture.anyone, '?brand=shown&minPrice=150')).toEqual([product])
  expect(await idsOf(fixture.anyone, '?brand=shown&maxPrice=50')).toEqual([])
})

// docs/contract/catalogue.md#list and #facets
test('stock is looked up again after two seconds; facets show a change of the catalogue at once', async () => {
  const category = 'Freshness'
  const [product, other] = [
    await fixture.scenario.addProduct({ id: 'fresh-a', category }),
    await fixture.scenario.addProduct({ id: 'fresh-b', category: ' freshness ' }),
  ]
  const query = `?category=${category}&inStock=true`
  expect(await idsOf(fixture.anyone, query)).toEqual([product.id, other.id])
  await fixture.scenario.reserve({ variantId: firstOf(product).id, quantity: 5 })
  await expect.poll(() => idsOf(fixture.anyone, query)).toEqual([other.id])

  const facets = async () => (await fixture.anyone.get(`${productsPath}/facets?category=${category}`)).data
  expect(await facets()).toMatchObject({ total: 2, categories: expect.arrayContaining([{ name: category, count: 2 }]) })
  await fixture.scenario.update('catalog.product', other.id, { status: 'inactive' })
  expect(await facets()).toMatchObject({ total: 1, categories: expect.arrayContaining([{ name: category, count: 1 }]) })
})
