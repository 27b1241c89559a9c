import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStockFixture, type StockFixture } from '../src/testing/stock-fixture.ts'

// docs/contract/store-checkout.md#start: stock is taken from active store locations, in the order of (variantId, locationId); an
// item may be served from several.
let stock: StockFixture
beforeAll(async () => {
  stock = await createStockFixture()
})
afterAll(() => stock.close())

describe('reserve_stock', () => {
  test('the largest quantity that a request can have is short, and no overflow', async () => {
    const [variantId = ''] = await stock.addVariants([[5]])
    expect(await stock.reserve([{ variantId, quantity: 2_147_483_647 }])).toBeNull()
  })
})

describe('ship_stock', () => {
  test('books a movement of minus the quantity for each item and location, in their order', async () => {
    const [first = '', second = ''] = await stock.addVariants([[2, 3], [7]])
    const places = await stock.reserve([
      { variantId: second, quantity: 4 },
      { variantId: first, quantity: 3 },
    ])
    expect(await stock.ship(places ?? [])).toBe(true)
    const booked = { reason: 'order shipped', by: 'admin-1' }
    expect(await stock.movementsOf([first, second])).toEqual([
      { variantId: first, locationId: 'location-0', delta: -2, onHandAfter: 0, ...booked },
      { variantId: first, locationId: 'location-1', delta: -1, onHandAfter: 2, ...booked },
      { variantId: second, locationId: 'location-0', delta: -4, onHandAfter: 3, ...booked },
    ])
  })
})

test('release_stock refuses to release more than is reserved', async () => {
  const [variantId = ''] = await stock.addVariants([[2]])
  const places = await stock.reserve([{ variantId, quantity: 2 }])
  await stock.release(places ?? [])
  await expect(stock.release(places ?? [])).rejects.toThrow('stock_reserved_check')
})

test('shipping and booking out at once: never below zero, and every change has its movement', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [first = '', second = ''] = await stock.addVariants([[3], [3]])
    const places = (await stock.reserve([first, second].map(variantId => ({ variantId, quantity: 2 })))) ?? []
    const [shipped, ...moved] = await Promise.all([
      stock.ship(places),
      ...[second, first].map(variantId => stock.move({ variantId, locationId: 'location-0', quantity: -2 })),
    ])
    const outs = moved.map(succeeded => (succeeded ? 2 : 0))
    // An order ships only if both are on hand; who was first decides.
    const expected = outs.toReversed().map(out => [3 - out - (shipped ? 2 : 0), shipped ? 0 : 2])
    expect(await stock.countsOf([first, second])).toEqual(expected)
    expect(shipped ? outs : outs.some(out => out > 0)).toEqual(shipped ? [0, 0] : true)
    const deltas = (await stock.movementsOf([first, second])).reduce((total, { delta }) => total + delta, 0)
    expect(deltas).toBe(-(outs[0] ?? 0) - (outs[1] ?? 0) - (shipped ? 4 : 0))
  }
})
