import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstOf, shownBy, statusesOf } from '../src/testing/both-services.ts'
import {
  idsOf,
  type ProductsFixture,
  productOf,
  productsPath,
  startProductsFixture,
} from '../src/testing/products-fixture.ts'

let fixture: ProductsFixture
beforeAll(async () => {
  fixture = await startProductsFixture()
})
afterAll(() => fixture.stop())

// Availability is live (docs/contract/catalogue.md#available-quantity). Both services have cached every response before a change.
describe('availability: on-hand store stock minus active reservations, at once', () => {
  test('a reservation takes, its release gives back', async () => {
    const product = await fixture.set.product({ variants: [{ stock: 5 }] })
    expect(await shownBy(fixture, product)).toMatchObject({ availableQuantity: 5, inStock: true })
    const places = await fixture.set.reserve(firstOf(product).id, 5)
    expect(await shownBy(fixture, product)).toMatchObject({ availableQuantity: 0, inStock: false })
    await fixture.set.release(places)
    expect(await shownBy(fixture, product)).toMatchObject({ availableQuantity: 5, inStock: true })
  })

  test('a reservation that is not committed changes nothing', async () => {
    const product = await fixture.set.product({ variants: [{ stock: 5 }] })
    const client = await fixture.owner.connect()
    try {
      await client.query('begin')
      await client.query('update inventory.stock set reserved = 3 where variant_id = $1', [firstOf(product).id])
      expect(await shownBy(fixture, product)).toMatchObject({ availableQuantity: 5 })
      await client.query('commit')
      expect(await shownBy(fixture, product)).toMatchObject({ availableQuantity: 2 })
    } finally {
      client.release()
    }
  })

  test('all active store locations count, others do not', async () => {
    const [one, two, closed, rental] = [
      await fixture.set.location(),
      await fixture.set.location(),
      await fixture.set.location({ active: false }),
      await fixture.set.location({ kind: 'rental', campground_id: 'camp-1' }),
    ]
    const stock = [one, two, closed, rental].map((locationId, index) => ({ locationId, onHand: 10 ** index }))
    const product = await fixture.set.product({ variants: [{ stock }] })
    expect(await shownBy(fixture, product)).toMatchObject({ availableQuantity: 11 })
    await fixture.set.change('inventory.location', two, { active: false })
    expect(await shownBy(fixture, product)).toMatchObject({ availableQuantity: 1 })
    await fixture.set.change('inventory.location', closed, { active: true })
    expect(await shownBy(fixture, product)).toMatchObject({ availableQuantity: 101 })
  })

  test('on-hand below what is reserved: 0, not less', async () => {
    const product = await fixture.set.product({ variants: [{ stock: 5 }] })
    await fixture.set.reserve(firstOf(product).id, 4)
    await fixture.set.onHand(firstOf(product).id, 2)
    expect(await shownBy(fixture, product)).toMatchObject({ availableQuantity: 0, inStock: false })
  })

  test('a variant that no location has: 0', async () => {
    const product = await fixture.set.product({ variants: [{ stock: [] }] })
    expect(await shownBy(fixture, product)).toMatchObject({ availableQuantity: 0, inStock: false })
  })
})

describe('what is cached is dropped with the change that makes it wrong', () => {
  test.each([
    ['the product is deactivated', 'catalog.product', { status: 'inactive' }, { status: 'active' }],
    ['its item is deactivated', 'catalog.equipment_item', { active: false }, { active: true }],
    ['its last variant is deactivated', 'catalog.variant', { active: false }, { active: true }],
    ['its last SKU is deactivated', 'catalog.sku', { active: false }, { active: true }],
  ])('%s: it is gone, and comes back', async (_, table, off, on) => {
    const product = await fixture.set.product()
    const ids = {
      product: product.id,
      equipment_item: product.itemId,
      variant: firstOf(product).id,
      sku: firstOf(product).skuId,
    }
    const id = Object.entries(ids).find(([kind]) => table === `catalog.${kind}`)?.[1] ?? ''
    await shownBy(fixture, product)
    await fixture.set.change(table, id, off)
    expect(await statusesOf(fixture, product)).toEqual([404, 404])
    for (const client of [fixture.anyone, fixture.another]) {
      expect(await idsOf(client, '?size=100')).not.toContain(product.id)
    }
    await fixture.set.change(table, id, on)
    expect(await statusesOf(fixture, product)).toEqual([200, 200])
    await shownBy(fixture, product)
  })

  test('a price changes: the price, the order of variants and the price filter follow', async () => {
    const product = await fixture.set.product({ brand: 'Repriced', variants: [{ price: '100' }, { price: '200' }] })
    const wide = '?brand=repriced&minPrice=250'
    expect(await idsOf(fixture.another, wide)).toEqual([])
    await shownBy(fixture, product)
    await fixture.set.change('catalog.variant', firstOf(product).id, { price: '300' })
    expect(await shownBy(fixture, product)).toMatchObject({ price: '200.00' })
    expect(await idsOf(fixture.another, wide)).toEqual([product.id])
    expect(await productOf(fixture.another, product.id)).toMatchObject({ price: '200.00' })
  })

  test('names, description and pictures change', async () => {
    const product = await fixture.set.product({ name: 'Before', images: ['/one.svg', '/two.svg'] })
    await productOf(fixture.another, product.id)
    await fixture.set.change('catalog.equipment_item', product.itemId, { name: 'After', description: '<p>new</p>' })
    await fixture.owner.query('delete from catalog.product_image where product_id = $1 and position = 0', [product.id])
    const changed = { name: 'After', description: '<p>new</p>', image: '/two.svg' }
    expect(await productOf(fixture.another, product.id)).toMatchObject(changed)
    expect(await productOf(fixture.anyone, product.id)).toMatchObject(changed)
  })

  test('a new product is on the page, and in its total, at once', async () => {
    await fixture.set.product({ category: 'Growing' })
    const first = await fixture.anyone.get(`${productsPath}?category=growing`)
    expect(first.meta).toMatchObject({ totalElements: 1 })
    await fixture.set.product({ category: 'Growing' })
    for (const client of [fixture.anyone, fixture.another]) {
      const next = await client.get(`${productsPath}?category=growing`)
      expect(next).toMatchObject({ data: [{}, {}], meta: { totalElements: 2 } })
    }
  })

  test('a product that was unknown a moment ago is found', async () => {
    expect(await statusesOf(fixture, { id: 'late', itemId: '', variants: [] })).toEqual([404, 404])
    expect(await statusesOf(fixture, await fixture.set.product({ id: 'late' }))).toEqual([200, 200])
  })

  test('readers that never pause never see an older price than the last one that was committed', async () => {
    const product = await fixture.set.product({ variants: [{ price: '1' }] })
    let committed = 1
    let done = false
    const read = async (client: ProductsFixture['anyone']) => {
      for (let reads = 0; !done || reads === 0; reads += 1) {
        const atLeast = committed
        const { price } = await productOf(client, product.id)
        expect(Number(price)).toBeGreaterThanOrEqual(atLeast)
      }
    }
    const write = async () => {
      for (let price = 2; price <= 60; price += 1) {
        await fixture.set.change('catalog.variant', firstOf(product).id, { price })
        committed = price
        await pause(price % 3)
      }
      done = true
    }
    const { anyone, another } = fixture
    await Promise.all([write(), ...[anyone, another, anyone, another].map(read)])
  })
})
