import { locationSchema } from '@campstore/contract/admin/inventory'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listMovements, movementsPath } from '../src/testing/administration.ts'
import { defaultStore } from '../src/testing/catalogue-scenario.ts'
import { productOf, startProductsFixture } from '../src/testing/products-fixture.ts'

// docs/contract/admin.md#inventory
const fixture = useFixture(startProductsFixture)

const move = (body: unknown) => fixture.administrator('inventory.edit', 'admin-7').post(movementsPath, body)
const list = (query: string) => listMovements(fixture.administrator('inventory.view'), query)

/** A product with this many pieces of its variant in the default store, and functions to move and read them. */
async function stocked(pieces: number) {
  const product = await fixture.scenario.addProduct({ variants: [{ stock: pieces }] })
  const variantId = product.variants[0]?.id ?? ''
  const by = (quantityDelta: number, changes: object = {}) =>
    move({ variantId, locationId: defaultStore, quantityDelta, reason: 'counted', ...changes })
  const stockRows = async () => {
    const sql = 'select location_id, on_hand, reserved from inventory.stock where variant_id = $1 order by location_id'
    return (await fixture.owner.query(sql, [variantId])).rows
  }
  return { ...product, variantId, by, stockRows }
}

describe('POST …/inventory-movements', () => {
  test('books in: 201 with the movement; customers see it at once', async () => {
    const { id, variantId, by } = await stocked(5)
    const answer = await by(3, { reason: ' delivered ' })
    const what = { variantId, sku: `SKU-${variantId}`, productName: '四人帳篷', orderId: null, transferId: null }
    const where = { locationId: defaultStore, locationName: expect.any(String) }
    const who = { createdBy: 'admin-7', createdByName: null, createdAt: '2026-11-20T08:00:00.000Z' }
    const booked = { id: expect.any(Number), quantityDelta: 3, reason: 'delivered', onHandAfter: 8 }
    expect([answer.status, answer.data]).toEqual([201, { ...booked, ...what, ...where, ...who }])
    expect((await productOf(fixture.otherProcess, id)).variants).toMatchObject([{ availableQuantity: 8 }])
    expect(await list(`?variantId=${variantId}`)).toEqual([answer.data])
  })

  test('books out down to 0, and no further: STOCK_INSUFFICIENT says how many there are, and nothing is booked', async () => {
    const { variantId, by } = await stocked(5)
    expect(await by(-4)).toMatchObject({ status: 201, data: { onHandAfter: 1 } })
    expect(await by(-2)).toMatchObject({
      code: 'STOCK_INSUFFICIENT',
      message: 'Only 1 piece is on hand at this location.',
      details: [{ path: 'quantityDelta', message: 'must be at least -1' }],
    })
    expect(await by(-1)).toMatchObject({ status: 201, data: { onHandAfter: 0 } })
    expect(await list(`?variantId=${variantId}`)).toHaveLength(2)
  })

  test('below what orders hold: booked, and nothing is available', async () => {
    const { id, variantId, by, stockRows } = await stocked(5)
    await fixture.scenario.reserve({ variantId, quantity: 4 })
    expect(await by(-3)).toMatchObject({ status: 201, data: { onHandAfter: 2 } })
    expect(await stockRows()).toMatchObject([{ on_hand: 2, reserved: 4 }])
    expect((await productOf(fixture.anyone, id)).variants).toMatchObject([{ availableQuantity: 0, inStock: false }])
  })

  test('at a location where the variant had no stock, five at once: all count', async () => {
    const { by, stockRows } = await stocked(5)
    const locationId = await fixture.scenario.addLocation({ id: 'a-new-store' })
    expect(await by(-1, { locationId })).toMatchObject({ status: 409, code: 'STOCK_INSUFFICIENT' })
    const first = await Promise.all([1, 2, 3, 4, 5].map(delta => by(delta, { locationId })))
    expect(first.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(await stockRows()).toMatchObject([{ location_id: 'a-new-store', on_hand: 15, reserved: 0 }, { on_hand: 5 }])
  })
})

test('GET …/locations lists every location, by id', async () => {
  await fixture.scenario.addLocation({ id: '0-rental', name: '租借', kind: 'rental', campground_id: 'camp-0' })
  await fixture.scenario.addLocation({ id: '1-closed', name: '倉庫', active: false })
  const { data } = await fixture.administrator('inventory.view').get('/internal/products/locations')
  const locations = z.array(locationSchema).parse(data)
  expect(locations.slice(0, 2)).toEqual([
    { id: '0-rental', name: '租借', kind: 'rental', campgroundId: 'camp-0' },
    { id: '1-closed', name: '倉庫', kind: 'store', campgroundId: null },
  ])
  expect(locations.map(({ id }) => id)).toEqual(locations.map(({ id }) => id).toSorted())
})
