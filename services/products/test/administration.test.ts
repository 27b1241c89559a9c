import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminProductsPath, listAdminProductIds, readAdminProduct } from '../src/testing/administration.ts'
import { type ProductsFixture, productOf, startProductsFixture } from '../src/testing/products-fixture.ts'

// docs/contract/admin.md#products: the internal endpoints that the admin service calls.
let fixture: ProductsFixture
beforeAll(async () => {
  fixture = await startProductsFixture()
})
afterAll(() => fixture.stop())

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

  test.each(['none', 'a%00b', '%20'])('unknown id %s: NOT_FOUND', async id => {
    expect(await viewer().get(`${adminProductsPath}/${id}`)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test('an item that is only rented out is not sold: NOT_FOUND, and not listed', async () => {
    const { id } = await fixture.scenario.addProduct({ name: 'Rented only', variants: [{ price: null }] })
    expect(await viewer().get(`${adminProductsPath}/${id}`)).toMatchObject({ status: 404 })
    expect(await ids('?q=rented only')).toEqual([])
  })
})

describe('GET …/products', () => {
  test('q: a substring of the name or of a SKU, in any case', async () => {
    const { id } = await fixture.scenario.addProduct({
      name: 'Alpine Dôme 山岳帳',
      variants: [{ sku: 'ALP-100' }, { sku: 'ALP-200', active: false }],
    })
    for (const q of ['alpine', 'PINE d', 'DÔM', '山岳帳', '岳帳', '岳', 'alp-1', 'P-200'])
      expect(await ids(`?q=${encodeURIComponent(q)}`), q).toEqual([id])
    expect(await ids('?q=alpinist')).toEqual([])
  })

  test.each([
    ['100%', '100% wool', '100 wool'],
    ['a_b', 'data_book', 'dataxbook'],
    ['c:\\', 'disc c:\\', 'disc c:/'],
  ])('q: %s means itself', async (q, name, other) => {
    const { id } = await fixture.scenario.addProduct({ name })
    await fixture.scenario.addProduct({ name: other })
    expect(await ids(`?q=${encodeURIComponent(q)}`)).toEqual([id])
  })

  test('a blank q, category or brand counts as absent', async () => {
    expect(await ids('?q=%20&category=%20&brand=&size=100')).toEqual(await ids('?size=100'))
  })

  test('status; an unknown one is VALIDATION_ERROR', async () => {
    const offered = await fixture.scenario.addProduct({ category: 'Statuses' })
    const withdrawn = await fixture.scenario.addProduct({ category: 'Statuses', status: 'inactive' })
    expect(await ids('?category=statuses&status=active')).toEqual([offered.id])
    expect(await ids('?category=statuses&status=inactive')).toEqual([withdrawn.id])
    const refused = await viewer().get(`${adminProductsPath}?status=gone`)
    expect(refused).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
  })

  test('category and brand: the full name in any case, and all filters together', async () => {
    const { id } = await fixture.scenario.addProduct({
      name: 'Combined',
      category: ' Camp Furniture ',
      brand: 'Éclair',
    })
    await fixture.scenario.addProduct({ name: 'Combined', category: 'Camp Furniture', brand: 'Other' })
    await fixture.scenario.addProduct({ name: 'Combined', category: 'Camp Furniture Sets', brand: 'Éclair' })
    expect(
      await ids(`?category=CAMP%20furniture%20&brand=${encodeURIComponent('éCLAIR')}&q=combi&status=active`),
    ).toEqual([id])
    expect(await ids('?category=Camp')).toEqual([])
  })

  test('sorts: id (the default), name, createdAt; ties by id in the same direction', async () => {
    const products: [id: string, name: string, createdAt: string][] = [
      ['sorted-B', 'pear', '2026-03-01T00:00:00Z'],
      ['sorted-a', 'Fig', '2026-03-02T00:00:00Z'],
      ['sorted-c', 'fig', '2026-03-01T00:00:00Z'],
    ]
    for (const [id, name, created_at] of products) {
      await fixture.scenario.addProduct({ id, name, category: 'Sorts' })
      await fixture.scenario.update('catalog.product', id, { created_at })
    }
    const sorted = async (sort: string) =>
      (await ids(`?category=sorts${sort}`)).map(id => id.replace('sorted-', '')).join('')
    expect(await sorted('')).toBe('aBc')
    expect(await sorted('&sort=id,desc')).toBe('cBa')
    expect(await sorted('&sort=name,asc')).toBe('acB')
    expect(await sorted('&sort=name,desc')).toBe('Bca')
    expect(await sorted('&sort=createdAt,asc')).toBe('Bca')
    expect(await sorted('&sort=createdAt,desc')).toBe('acB')
  })

  test('pages; one past the end is empty', async () => {
    for (const id of ['paged-1', 'paged-2', 'paged-3']) await fixture.scenario.addProduct({ id, brand: 'Paged' })
    expect(await ids('?brand=paged&size=2&page=1')).toEqual(['paged-3'])
    const past = await viewer().get(`${adminProductsPath}?brand=paged&size=2&page=9`)
    expect(past).toMatchObject({ data: [], meta: { page: 9, size: 2, totalElements: 3, totalPages: 2 } })
  })
})

test.each([
  ['GET', adminProductsPath, 'products.view'],
  ['GET', `${adminProductsPath}/none`, 'products.view'],
  ['POST', adminProductsPath, 'products.edit'],
  ['PUT', `${adminProductsPath}/none`, 'products.edit'],
  ['PATCH', `${adminProductsPath}/none`, 'products.edit'],
  ['POST', `${adminProductsPath}/none/variants`, 'products.edit'],
  ['PATCH', `${adminProductsPath}/none/variants`, 'products.edit'],
  ['GET', '/internal/products/inventory-movements', 'inventory.view'],
  ['POST', '/internal/products/inventory-movements', 'inventory.edit'],
  ['GET', '/internal/products/locations', 'inventory.view'],
])('%s %s needs %s: FORBIDDEN with another, UNAUTHORIZED without a token', async (method, path, permission) => {
  const other = permission.endsWith('view') ? permission.replace('view', 'edit') : permission.replace('edit', 'view')
  const body = method === 'GET' ? undefined : {}
  const answer = await fixture.administrator(other).send(method, path, { body })
  expect(answer).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  expect((await fixture.anyone.send(method, path, { body })).status).toBe(401)
  expect((await fixture.administrator(permission).send(method, path, { body })).status).not.toBe(403)
})
