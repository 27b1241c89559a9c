import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { adminProductsPath, expectProduct, readAdminProduct } from '../src/testing/administration.ts'
import { productOf, startProductsFixture } from '../src/testing/products-fixture.ts'

// docs/contract/admin.md#products: what administrators write of variants.
const fixture = useFixture(startProductsFixture)

const send = (method: string, path: string, body: unknown) =>
  fixture.administrator('products.edit').send(method, `${adminProductsPath}${path}`, { body })
const create = (body: unknown) => send('POST', '', body)
const variantOf = (sku: string, changes: object = {}) => ({ sku, specification: '四人', price: '1200', ...changes })

const conflict = { status: 409, code: 'CONFLICT' }
const missing = { status: 404, code: 'NOT_FOUND' }
const invalid = { status: 400, code: 'VALIDATION_ERROR' }
const now = '2026-11-20T08:00:00.000Z'

describe('POST …/products/{id}/variants', () => {
  test('adds one and returns the product', async () => {
    const { id } = await fixture.scenario.addProduct({ variants: [{ sku: 'ADD-1', price: '300' }] })
    await fixture.scenario.update('catalog.product', id, { updated_at: '2026-01-01Z' })
    const product = expectProduct(await send('POST', `/${id}/variants`, variantOf('ADD-2', { price: '200' })), 201)
    expect(product).toMatchObject({ price: '200.00', updatedAt: now })
    expect(product.variants.map(({ sku }) => sku)).toEqual(['ADD-2', 'ADD-1'])
    expect(await productOf(fixture.otherProcess, id)).toMatchObject({ price: '200.00', variants: [{}, {}] })
  })

  test('a product of which nothing was sold becomes one that is sold', async () => {
    const { id } = await fixture.scenario.addProduct({ variants: [{ price: null }] })
    const product = expectProduct(await send('POST', `/${id}/variants`, variantOf('FIRST-SOLD')), 201)
    expect(product.variants.map(({ sku }) => sku)).toEqual(['FIRST-SOLD'])
  })

  test('a SKU that is taken: CONFLICT; unknown product: NOT_FOUND; an unknown field: VALIDATION_ERROR', async () => {
    const { id } = await fixture.scenario.addProduct({ variants: [{ sku: 'ADD-TAKEN' }] })
    const taken = await send('POST', `/${id}/variants`, variantOf('add-taken'))
    expect(taken).toMatchObject(conflict)
    expect(taken.body).toMatchObject({
      error: {
        message: 'There is a variant with the SKU “add-taken”.',
        details: [{ path: 'sku', message: 'is taken' }],
      },
    })
    expect(await send('POST', '/none/variants', variantOf('ADD-FREE'))).toMatchObject(missing)
    expect(await send('POST', '/none/variants', variantOf('ADD-FREE', { id: 'mine' }))).toMatchObject(invalid)
  })
})

describe('PATCH …/products/{id}/variants', () => {
  const change = (id: string, ...variants: object[]) => send('PATCH', `/${id}/variants`, { variants })
  /** SKU and active flag of a product's variants, by id. */
  const shown = async (id: string) => {
    const { variants } = await readAdminProduct(fixture.administrator('products.view'), id)
    return Object.fromEntries(variants.map(({ id: variantId, sku, active }) => [variantId, [sku, active]]))
  }

  test('fields that are sent change, null clears, the rest stays; customers see it at once', async () => {
    const { id, variants } = await fixture.scenario.addProduct({
      variants: [
        { sku: 'CH-1', color: 'Moss', size: 'L', price: '100' },
        { sku: 'CH-2', price: '200' },
      ],
    })
    const [first, second] = variants.map(variant => variant.id)
    const changes = [
      { id: first, color: null, price: '250.5', specification: 'six' },
      { id: second, active: false },
    ]
    const product = expectProduct(await change(id, ...changes))
    expect(product).toMatchObject({ price: '250.50', updatedAt: now })
    expect(product.variants).toMatchObject([
      { id: second, sku: 'CH-2', price: '200.00', active: false },
      { id: first, sku: 'CH-1', color: null, size: 'L', specification: 'six', price: '250.50', active: true },
    ])
    expect(await productOf(fixture.otherProcess, id)).toMatchObject({ price: '250.50', variants: [{ id: first }] })
  })

  test('all or none: with a variant of another product NOT_FOUND, and nothing changes', async () => {
    const { id, variants } = await fixture.scenario.addProduct({ variants: [{ price: '100' }] })
    const other = await fixture.scenario.addProduct()
    const changes = [
      { id: variants[0]?.id, price: '1' },
      { id: other.variants[0]?.id, price: '1' },
    ]
    expect(await change(id, ...changes)).toMatchObject(missing)
    expect(await productOf(fixture.anyone, id)).toMatchObject({ price: '100.00' })
    expect(await productOf(fixture.anyone, other.id)).toMatchObject({ price: '100.00' })
  })

  test('all or none: with a taken SKU CONFLICT, and nothing changes', async () => {
    const { id, variants } = await fixture.scenario.addProduct({
      variants: [{ sku: 'ALL-1', price: '100' }, { sku: 'ALL-2' }],
    })
    await fixture.scenario.addProduct({ variants: [{ sku: 'ALL-3' }] })
    const [first, second] = variants.map(variant => variant.id)
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
    const { rows } = await fixture.owner.query('select code from catalog.sku where item_id = $1 order by code', [
      itemId,
    ])
    expect(rows).toEqual([{ code: 'OWN' }, { code: 'SHARED' }])
  })

  test('active, where the SKU is inactive: that variant is offered, its neighbours are not', async () => {
    const { id, variants } = await fixture.scenario.addProduct({
      variants: [{ sku: 'OFF', skuActive: false }, { sku: 'ON' }],
    })
    const [{ id: first = '', skuId = '' } = {}, { id: third = '' } = {}] = variants
    const second = `${first}-b`
    await fixture.scenario.addVariantOf(skuId, second)
    expectProduct(await change(id, { id: first, active: true }))
    expect(await shown(id)).toEqual({ [first]: ['OFF', true], [second]: ['OFF', false], [third]: ['ON', true] })
    expect((await productOf(fixture.anyone, id)).variants.map(variant => variant.id).sort()).toEqual(
      [first, third].sort(),
    )
  })
})

test('concurrent changes of the same and of different products never deadlock', async () => {
  const products = await Promise.all(
    ['1', '2', '3'].map(price => fixture.scenario.addProduct({ variants: [{ price }, { price }] })),
  )
  const work = products.flatMap(({ id, variants }, index) => [
    send('PATCH', `/${id}`, { name: 'at once', image: `/${index}.svg` }),
    send('PUT', `/${id}`, { status: 'active' }),
    send('POST', `/${id}/variants`, variantOf(`RACE-${id}`)),
    send('PATCH', `/${id}/variants`, { variants: variants.map(variant => ({ id: variant.id, price: '7' })) }),
    send('PATCH', `/${id}/variants`, { variants: variants.toReversed().map(({ id: v }) => ({ id: v, size: 'L' })) }),
    create({ name: 'at once', variants: [variantOf(`RACE-NEW-${id}`)] }),
  ])
  const statuses = (await Promise.all(work)).map(({ status }) => status)
  expect(statuses.filter(status => status >= 300)).toEqual([])
})

test('a new product and a new variant with one SKU at once: one is created, the other CONFLICT', async () => {
  const { id } = await fixture.scenario.addProduct()
  for (let round = 0; round < 20; round += 1) {
    const contested = variantOf(`BOTH-${round}`)
    const answers = await Promise.all([
      create({ name: 'at once', variants: [variantOf(`ALONE-${round}`), contested] }),
      send('POST', `/${id}/variants`, contested),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  }
})
