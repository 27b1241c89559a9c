import type { Queryable } from '@campstore/database/database'
import { countWaiting, delayRequests } from '@campstore/testing/delayed-transaction'
import { unique } from '@campstore/testing/rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { adminProductsPath, expectProduct, readAdminProduct } from '../src/testing/administration.ts'
import { defaultStore } from '../src/testing/catalogue-scenario.ts'
import { idsOf, productOf, productsPath, startProductsFixture } from '../src/testing/products-fixture.ts'

// docs/contract/admin.md#products: the internal endpoints that the admin service calls.
const fixture = useFixture(startProductsFixture)

const viewer = () => fixture.administrator('products.view')

describe('GET …/products/{id}', () => {
  test('price: the lowest of all where no variant is active; a variant whose SKU is inactive is inactive', async () => {
    const variants = [
      { price: '300', active: false },
      { price: '200', skuActive: false, stock: 7 },
    ]
    const { id } = await fixture.scenario.addProduct({ variants })
    const [low, high] = [{ active: false, availableQuantity: 7 }, { active: false }]
    expect(await readAdminProduct(viewer(), id)).toMatchObject({ price: '200.00', variants: [low, high] })
  })

  test('a product whose variants have no price: staff see it with null and give it one, then customers see it', async () => {
    const variants = [unique('a'), unique('b')].map(each => ({ id: each, price: null }))
    const rented = { name: 'Rented ２ only', brand: 'Counter', variants }
    const { id, variants: stored } = await fixture.scenario.addProduct(rented)
    const shown = { id, price: null, variants: stored.map(variant => ({ id: variant.id, price: null })) }
    expect(await readAdminProduct(viewer(), id)).toMatchObject(shown)
    const found = await viewer().get(`${adminProductsPath}?q=rented%202&brand=ＣＯＵＮＴＥＲ&status=active`)
    expect(found).toMatchObject({ status: 200, data: [shown] })
    expect(await idsOf(fixture.anyone, '?brand=counter')).toEqual([])
    const name = 'For sale'
    expect(expectProduct(await send('PATCH', `/${id}`, { name }))).toMatchObject({ ...shown, name })
    const priced = { variants: [{ id: stored[1]?.id, price: '9' }] }
    expect(expectProduct(await send('PATCH', `/${id}/variants`, priced))).toMatchObject({ price: '9.00' })
    expect(await productOf(fixture.anyone, id)).toMatchObject({ price: '9.00', variants: [{ id: stored[1]?.id }] })
  })

  test('a product without variants is seen, and gets its first one', async () => {
    const { id } = await fixture.scenario.addProduct({ variants: [] })
    expect(await readAdminProduct(viewer(), id)).toMatchObject({ price: null, variants: [] })
    const first = { sku: unique('FIRST'), specification: 'x', price: '5' }
    const added = await fixture.administrator('products.edit').post(`${adminProductsPath}/${id}/variants`, first)
    expect(expectProduct(added, 201)).toMatchObject({ price: '5.00' })
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
      images: ['/api/products/images/ridge.svg'],
      createdAt: now,
      updatedAt: now,
      variants: [first, second].map(variant => ({ id: expect.stringMatching(uuidV7), ...variant, ...none })),
    })
    const { createdAt: _, updatedAt: __, images: ___, ...shown } = product
    const variants = product.variants.map(({ active: _, ...variant }) => variant)
    for (const client of [fixture.anyone, fixture.otherProcess])
      expect(await productOf(client, product.id)).toEqual({ ...shown, variants })
  })

  test('only required fields: null for the rest; what is inactive is visible to administrators only', async () => {
    const variants = [variantOf('PLAIN', { price: '0', active: false })]
    const product = await created({ name: 'Plain', brand: null, status: 'inactive', variants })
    const nothing = { category: null, brand: null, description: null, image: null }
    expect(product).toMatchObject({ ...nothing, status: 'inactive', variants: [{ price: '0.00', active: false }] })
    expect((await fixture.anyone.get(`${productsPath}/${product.id}`)).status).toBe(404)
    expect(await readAdminProduct(viewer(), product.id)).toEqual(product)
  })

  test('a SKU that is taken, as a look-up compares it: CONFLICT, and nothing is created', async () => {
    await created({ name: 'First', variants: [variantOf('Taken-1')] })
    const before = [await countOf('equipment_item'), await countOf('sku'), await countOf('product')]
    const taken = { ...conflict, details: [{ path: 'variants.1.sku' }] }
    for (const sku of ['tAKEN-1', 'ｔａｋｅｎ－１'])
      expect(await create({ name: 'x', variants: [variantOf('free-1'), variantOf(sku)] })).toMatchObject(taken)
    expect([await countOf('equipment_item'), await countOf('sku'), await countOf('product')]).toEqual(before)
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
    const before = { name: 'Before', category: 'Tents', brand: 'Old', description: 'old' }
    const { id } = await fixture.scenario.addProduct(before)
    await fixture.scenario.update('catalog.product', id, { created_at: '2026-01-01Z', updated_at: '2026-01-01Z' })
    const changes = { name: 'After', brand: null, description: '<b>new</b><script>x</script>' }
    const product = expectProduct(await send('PATCH', `/${id}`, changes))
    expect(product).toMatchObject({ name: 'After', category: 'Tents', brand: null, description: '<b>new</b>' })
    expect([product.createdAt, product.updatedAt]).toEqual(['2026-01-01T00:00:00.000Z', now])
    expect(await productOf(fixture.anyone, id)).toMatchObject({ name: 'After', category: 'Tents', brand: null })
    expect(expectProduct(await send('PATCH', `/${id}`, { description: null }))).toMatchObject({ description: null })
  })

  test('PATCH image: sets the one that customers see; null shows none', async () => {
    const { id } = await fixture.scenario.addProduct({ images: ['/one.svg', '/two.svg'] })
    const change = async (image: string | null) => expectProduct(await send('PATCH', `/${id}`, { image })).image
    expect(await change('https://cdn.test/new.png')).toBe('https://cdn.test/new.png')
    const sql = 'select array_agg(path order by position) as paths from catalog.product_image where product_id = $1'
    const { rows } = await fixture.owner.query(sql, [id])
    expect(rows).toEqual([{ paths: ['https://cdn.test/new.png', '/two.svg'] }])
    expect(await change(null)).toBeNull()
    expect((await productOf(fixture.otherProcess, id)).image).toBeNull()
    expect(await change('/first.svg')).toBe('/first.svg')
  })
})

describe('POST …/products/{id}/variants', () => {
  test('adds one and returns the product', async () => {
    const { id } = await fixture.scenario.addProduct({ variants: [{ sku: 'ADD-1', price: '300' }] })
    await fixture.scenario.update('catalog.product', id, { updated_at: '2026-01-01Z' })
    const product = expectProduct(await send('POST', `/${id}/variants`, variantOf('ADD-2', { price: '200' })), 201)
    expect(product).toMatchObject({ price: '200.00', updatedAt: now })
    expect(product.variants.map(({ sku }) => sku)).toEqual(['ADD-2', 'ADD-1'])
    expect(await productOf(fixture.otherProcess, id)).toMatchObject({ price: '200.00', variants: [{}, {}] })
  })

  test('the 101st variant of a product: CONFLICT', async () => {
    const { id } = await fixture.scenario.addProduct({ variants: Array.from({ length: 99 }, () => ({})) })
    const add = (sku: string) => send('POST', `/${id}/variants`, variantOf(sku))
    expect([await add('ADD-100'), await add('ADD-101')]).toMatchObject([{ status: 201 }, conflict])
  })
})

describe('PATCH …/products/{id}/variants', () => {
  const change = (id: string, ...variants: object[]) => send('PATCH', `/${id}/variants`, { variants })
  /** SKU and active flag of a product's variants, by id. */
  const shown = async (id: string) => {
    const { variants } = await readAdminProduct(viewer(), id)
    return Object.fromEntries(variants.map(({ id: variantId, sku, active }) => [variantId, [sku, active]]))
  }

  test('fields that are sent change, null clears, the rest stays; customers see it at once', async () => {
    const [one, other] = [
      { sku: 'CH-1', color: 'Moss', size: 'L', price: '100' },
      { sku: 'CH-2', price: '200' },
    ]
    const { id, variants } = await fixture.scenario.addProduct({ variants: [one, other] })
    const [first, second] = variants.map(variant => variant.id)
    const changed = { id: first, color: null, price: '250.5', specification: 'six' }
    const product = expectProduct(await change(id, changed, { id: second, active: false }))
    expect(product).toMatchObject({ price: '250.50', updatedAt: now })
    expect(product.variants).toMatchObject([
      { id: second, sku: 'CH-2', price: '200.00', active: false },
      { id: first, sku: 'CH-1', color: null, size: 'L', specification: 'six', price: '250.50', active: true },
    ])
    expect(await productOf(fixture.otherProcess, id)).toMatchObject({ price: '250.50', variants: [{ id: first }] })
  })

  test('all or none: NOT_FOUND with a variant of another product, CONFLICT with a taken SKU, and nothing changes', async () => {
    const own = [{ sku: 'ALL-1', price: '100' }, { sku: 'ALL-2' }]
    const { id, variants } = await fixture.scenario.addProduct({ variants: own })
    const other = await fixture.scenario.addProduct({ variants: [{ sku: 'ALL-3' }] })
    const [first, second] = variants.map(variant => variant.id)
    await fixture.owner.query(`update catalog.sku set key_twin = id where code = 'ALL-2'`)
    const foreign = { id: other.variants[0]?.id, price: '1' }
    expect(await change(id, { id: first, price: '1' }, foreign)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await change(id, { id: first, price: '1' }, { id: second, sku: 'all-3' })).toMatchObject(conflict)
    expect(await change(id, { id: first, sku: 'ALL-4' }, { id: second, sku: 'all-4' })).toMatchObject(conflict)
    expect(await shown(id)).toEqual({ [first ?? '']: ['ALL-1', true], [second ?? '']: ['ALL-2', true] })
    expect(await productOf(fixture.anyone, id)).toMatchObject({ price: '100.00' })
  })

  test('a SKU: a new code, the same in another case, and two that exchange their codes', async () => {
    const { id, variants } = await fixture.scenario.addProduct({ variants: [{ sku: 'PL-1' }, { sku: 'PL-2' }] })
    const [first = '', second = ''] = variants.map(variant => variant.id)
    expectProduct(await change(id, { id: first, sku: 'PL-2' }, { id: second, sku: 'PL-1' }))
    expect(await shown(id)).toEqual({ [first]: ['PL-2', true], [second]: ['PL-1', true] })
    expectProduct(await change(id, { id: first, sku: 'pl-2' }, { id: second, sku: 'PL-9' }))
    expect(await shown(id)).toEqual({ [first]: ['pl-2', true], [second]: ['PL-9', true] })
  })

  test('a SKU that variants share: the one that changes gets its own; the shared code stays taken', async () => {
    const { id, itemId, variants } = await fixture.scenario.addProduct({ variants: [{ sku: 'SHARED' }] })
    const [{ id: first = '', skuId = '' } = {}] = variants
    const second = `${first}-b`
    await fixture.scenario.addVariantOf(skuId, second)
    expect(await change(id, { id: second, sku: 'shared' })).toMatchObject(conflict)
    expectProduct(await change(id, { id: second, sku: 'OWN', price: '90' }))
    expect(await shown(id)).toEqual({ [first]: ['SHARED', true], [second]: ['OWN', true] })
    const codes = 'select code from catalog.sku where item_id = $1 order by code'
    expect((await fixture.owner.query(codes, [itemId])).rows).toEqual([{ code: 'OWN' }, { code: 'SHARED' }])
  })

  test('active, where the SKU is inactive: that variant is offered, its neighbours are not', async () => {
    const own = [{ sku: 'OFF', skuActive: false }, { sku: 'ON' }]
    const { id, variants } = await fixture.scenario.addProduct({ variants: own })
    const [{ id: first = '', skuId = '' } = {}, { id: third = '' } = {}] = variants
    const second = `${first}-b`
    await fixture.scenario.addVariantOf(skuId, second)
    expectProduct(await change(id, { id: first, active: true }))
    expect(await shown(id)).toEqual({ [first]: ['OFF', true], [second]: ['OFF', false], [third]: ['ON', true] })
    const offered = (await productOf(fixture.anyone, id)).variants.map(variant => variant.id)
    expect(new Set(offered)).toEqual(new Set([first, third]))
  })
})

test('a change of variants and a rental hold lock all stock of the item in the same order', async () => {
  // One that is only rented out, of an inactive SKU, whose id sorts before the one that is sold.
  const [rented, sold] = ['a-rented', 'b-sold']
  const variants = [{ id: sold }, { id: rented, price: null, skuActive: false }]
  const { id } = await fixture.scenario.addProduct({ variants })
  const lock = (tx: Queryable) => tx.query('select from catalog.sku where id = $1 for update', [`sku-of-${rented}`])
  const [changed, locked] = await delayRequests(fixture.owner, { lock, atLeast: 2 }, async () => {
    const change = send('PATCH', `/${id}/variants`, { variants: [{ id: sold, price: '600' }] })
    await expect.poll(() => countWaiting(fixture.owner), { interval: 20 }).toBe(1)
    const sql = 'select from inventory.lock_stock_at($1, $2)'
    const hold = fixture.database.pool('booking').query(sql, [
      [sold, rented],
      [defaultStore, defaultStore],
    ])
    return Promise.all([change, hold])
  })
  expect([changed.status, locked.rowCount]).toEqual([200, 2])
})
