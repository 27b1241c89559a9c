import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import {
  adminProductsPath,
  expectProduct,
  listAdminProductIds,
  readAdminProduct,
} from '../src/testing/administration.ts'
import { idsOf, productOf, productsPath, startProductsFixture } from '../src/testing/products-fixture.ts'

// docs/contract/admin.md#products: the internal endpoints that the admin service calls.
const fixture = useFixture(startProductsFixture)

const viewer = () => fixture.administrator('products.view')
const ids = (query: string) => listAdminProductIds(viewer(), query)

describe('GET …/products/{id}', () => {
  test('every field; inactive variants too, by price and then id', async () => {
    const { id, itemId, variants } = await fixture.scenario.addProduct({
      name: 'Ridgeline',
      category: 'Tents',
      brand: 'Ridge',
      description: '<p>two</p>',
      status: 'inactive',
      images: ['/one.svg', '/two.svg'],
      variants: [
        { sku: 'RIDGE-2', color: '綠', size: 'L', specification: '四人', price: '200', stock: 7 },
        { sku: 'RIDGE-1', price: '100', active: false, stock: 0 },
      ],
    })
    const at = { created_at: '2026-01-02T03:04:05.678Z', updated_at: '2026-01-03T03:04:05Z' }
    await fixture.scenario.update('catalog.product', id, at)
    const [shown, hidden] = variants
    expect(await readAdminProduct(viewer(), id)).toEqual({
      id,
      itemId,
      status: 'inactive',
      name: 'Ridgeline',
      category: 'Tents',
      brand: 'Ridge',
      price: '200.00',
      description: '<p>two</p>',
      image: '/one.svg',
      createdAt: '2026-01-02T03:04:05.678Z',
      updatedAt: '2026-01-03T03:04:05.000Z',
      variants: [
        {
          id: hidden?.id,
          sku: 'RIDGE-1',
          color: null,
          size: null,
          specification: '標準',
          price: '100.00',
          availableQuantity: 0,
          inStock: false,
          active: false,
        },
        {
          id: shown?.id,
          sku: 'RIDGE-2',
          color: '綠',
          size: 'L',
          specification: '四人',
          price: '200.00',
          availableQuantity: 7,
          inStock: true,
          active: true,
        },
      ],
    })
  })

  test('availability is the same as for customers: reservations count, rental locations do not', async () => {
    const rental = await fixture.scenario.addLocation({ kind: 'rental', campground_id: 'camp-of-the-test' })
    const stock = [
      { locationId: 'store-taipei', onHand: 5 },
      { locationId: rental, onHand: 9 },
    ]
    const { id, variants } = await fixture.scenario.addProduct({ variants: [{ stock }] })
    await fixture.scenario.reserve(variants[0]?.id ?? '', 2)
    const { variants: seen } = await readAdminProduct(viewer(), id)
    expect(seen).toMatchObject([{ availableQuantity: 3, inStock: true }])
    expect((await productOf(fixture.anyone, id)).variants).toMatchObject([{ availableQuantity: 3, inStock: true }])
  })

  test('price: the lowest of all where no variant is active', async () => {
    const variants = ['300', '200'].map(price => ({ price, active: false }))
    const { id } = await fixture.scenario.addProduct({ variants })
    expect(await readAdminProduct(viewer(), id)).toMatchObject({ price: '200.00' })
  })

  test('a variant whose SKU is inactive is inactive', async () => {
    const { id } = await fixture.scenario.addProduct({ variants: [{ skuActive: false }] })
    expect((await readAdminProduct(viewer(), id)).variants).toMatchObject([{ active: false }])
  })

  test('an item that is only rented out is not sold: NOT_FOUND, and not listed', async () => {
    const { id } = await fixture.scenario.addProduct({ name: 'Rented only', variants: [{ price: null }] })
    expect(await viewer().get(`${adminProductsPath}/${id}`)).toMatchObject({ status: 404 })
    expect(await ids('?q=rented only')).toEqual([])
  })
})

// docs/contract/admin.md#products: what administrators write.

const send = (method: string, path: string, body: unknown) =>
  fixture.administrator('products.edit').send(method, `${adminProductsPath}${path}`, { body })
const create = (body: unknown) => send('POST', '', body)
const variantOf = (sku: string, changes: object = {}) => ({ sku, specification: '四人', price: '1200', ...changes })
/** A product that was created. */
const created = async (body: object) => expectProduct(await create(body), 201)

const conflict = { status: 409, code: 'CONFLICT' }
const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const now = '2026-11-20T08:00:00.000Z'
const countOf = async (table: string): Promise<number> =>
  (await fixture.owner.query<{ n: number }>(`select count(*)::integer as n from catalog.${table}`)).rows[0]?.n ?? -1

describe('POST …/products', () => {
  test('every field; customers see it at once', async () => {
    const product = await created({
      name: ' Ridge Four ',
      category: 'Tents',
      brand: 'Ridge',
      image: '/api/products/images/ridge.svg',
      description: '<p onclick="x()">dry</p>',
      variants: [variantOf('NEW-2', { price: '1500.5', color: 'Moss', size: 'L' }), variantOf('NEW-1')],
    })
    const first = { sku: 'NEW-1', color: null, size: null, specification: '四人', price: '1200.00' }
    const second = { sku: 'NEW-2', color: 'Moss', size: 'L', specification: '四人', price: '1500.50' }
    const none = { availableQuantity: 0, inStock: false, active: true }
    expect(product).toEqual({
      id: expect.stringMatching(uuidV7),
      itemId: expect.stringMatching(uuidV7),
      status: 'active',
      name: 'Ridge Four',
      category: 'Tents',
      brand: 'Ridge',
      description: '<p>dry</p>',
      price: '1200.00',
      image: '/api/products/images/ridge.svg',
      createdAt: now,
      updatedAt: now,
      variants: [first, second].map(variant => ({ id: expect.stringMatching(uuidV7), ...variant, ...none })),
    })
    const { createdAt: _, updatedAt: __, ...shown } = product
    const variants = product.variants.map(({ active: _, ...variant }) => variant)
    for (const client of [fixture.anyone, fixture.otherProcess])
      expect(await productOf(client, product.id)).toEqual({ ...shown, variants })
  })

  test('only required fields: active, and null for the rest; a brand may be null', async () => {
    const product = await created({ name: 'Plain', brand: null, variants: [variantOf('PLAIN', { price: '0' })] })
    const { category, brand, description, image, status } = product
    expect([category, brand, description, image, status]).toEqual([null, null, null, null, 'active'])
    expect(product.variants).toMatchObject([{ price: '0.00', active: true }])
  })

  test('an inactive product with an inactive variant is visible to administrators only', async () => {
    const variants = [variantOf('HIDDEN', { active: false })]
    const { id } = await created({ name: 'Hidden', status: 'inactive', variants })
    expect((await fixture.anyone.get(`${productsPath}/${id}`)).status).toBe(404)
    expect(await readAdminProduct(fixture.administrator('products.view'), id)).toMatchObject({ status: 'inactive' })
  })

  test('a SKU that is taken, in any case: CONFLICT, and nothing is created', async () => {
    await created({ name: 'First', variants: [variantOf('Taken-1')] })
    const before = [await countOf('equipment_item'), await countOf('sku'), await countOf('product')]
    expect(await create({ name: 'x', variants: [variantOf('free-1'), variantOf('tAKEN-1')] })).toMatchObject(conflict)
    expect([await countOf('equipment_item'), await countOf('sku'), await countOf('product')]).toEqual(before)
  })

  test('two at once with one SKU: one is created, the other CONFLICT', async () => {
    const body = { name: 'x', variants: [variantOf('AT-ONCE')] }
    const statuses = (await Promise.all([create(body), create(body), create(body)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 409, 409])
  })
})

describe('PUT and PATCH …/products/{id}', () => {
  test('PUT status: customers no longer see it, and see it again', async () => {
    const { id } = await fixture.scenario.addProduct({ brand: 'Switched' })
    const seen = () => idsOf(fixture.otherProcess, '?brand=switched')
    expect(await seen()).toEqual([id])
    expect(expectProduct(await send('PUT', `/${id}`, { status: 'inactive' }))).toMatchObject({ status: 'inactive' })
    expect(await seen()).toEqual([])
    expect(expectProduct(await send('PUT', `/${id}`, { status: 'active' }))).toMatchObject({ status: 'active' })
    expect(await seen()).toEqual([id])
  })

  test('PATCH: fields that are sent change, null clears, the rest stays, updatedAt changes', async () => {
    const { id } = await fixture.scenario.addProduct({
      name: 'Before',
      category: 'Tents',
      brand: 'Old',
      description: 'old',
    })
    await fixture.scenario.update('catalog.product', id, { created_at: '2026-01-01Z', updated_at: '2026-01-01Z' })
    const changes = { name: 'After', brand: null, description: '<b>new</b><script>x</script>' }
    const product = expectProduct(await send('PATCH', `/${id}`, changes))
    expect(product).toMatchObject({ name: 'After', category: 'Tents', brand: null, description: '<b>new</b>' })
    expect([product.createdAt, product.updatedAt]).toEqual(['2026-01-01T00:00:00.000Z', now])
    expect(expectProduct(await send('PATCH', `/${id}`, { category: 'Stoves' }))).toMatchObject({
      name: 'After',
      category: 'Stoves',
      description: '<b>new</b>',
    })
    expect(await productOf(fixture.anyone, id)).toMatchObject({ name: 'After', category: 'Stoves', brand: null })
    expect(expectProduct(await send('PATCH', `/${id}`, { description: null }))).toMatchObject({ description: null })
  })

  test('PATCH image: sets the one that customers see; null shows none', async () => {
    const { id } = await fixture.scenario.addProduct({ images: ['/one.svg', '/two.svg'] })
    expect(expectProduct(await send('PATCH', `/${id}`, { image: 'https://cdn.test/new.png' })).image).toBe(
      'https://cdn.test/new.png',
    )
    const sql = 'select path from catalog.product_image where product_id = $1 order by position'
    expect((await fixture.owner.query(sql, [id])).rows).toEqual([
      { path: 'https://cdn.test/new.png' },
      { path: '/two.svg' },
    ])
    expect(expectProduct(await send('PATCH', `/${id}`, { image: null })).image).toBeNull()
    expect((await productOf(fixture.otherProcess, id)).image).toBeNull()
    expect(expectProduct(await send('PATCH', `/${id}`, { image: '/first.svg' })).image).toBe('/first.svg')
  })
})
