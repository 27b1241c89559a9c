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
  test('takes from the stores in the order of their ids, from several where one has too few', async () => {
    const [variantId = ''] = await stock.addVariants([[2, 3, 4, null, null]])
    expect(await stock.reserve([{ variantId, quantity: 6 }])).toEqual([
      { variantId, locationId: 'location-0', quantity: 2 },
      { variantId, locationId: 'location-1', quantity: 3 },
      { variantId, locationId: 'location-2', quantity: 1 },
    ])
  })

  test('takes nothing from rental locations and inactive stores', async () => {
    const [variantId = ''] = await stock.addVariants([[null, null, null, 9, 9]])
    expect(await stock.reserve([{ variantId, quantity: 1 }])).toBeNull()
  })

  test('a store with fewer on hand than reserved reduces what is available from the others', async () => {
    const [variantId = ''] = await stock.addVariants([[3, 5, null, null, null]])
    await stock.reserve([{ variantId, quantity: 3 }])
    const [first] = await stock.rowsOf([variantId])
    if (first) await stock.setOnHand(first, 1)
    expect(await stock.reserve([{ variantId, quantity: 4 }])).toBeNull()
    expect(await stock.reserve([{ variantId, quantity: 3 }])).toEqual([
      { variantId, locationId: 'location-1', quantity: 3 },
    ])
  })

  test('all or nothing: where one item is short, nothing is reserved', async () => {
    const [plenty = '', few = ''] = await stock.addVariants([[9], [1]])
    const items = [plenty, few].map(variantId => ({ variantId, quantity: 2 }))
    expect(await stock.reserve(items)).toBeNull()
    expect((await stock.rowsOf([plenty, few])).map(row => row.reserved)).toEqual([0, 0])
  })

  test('a variant without stock is short', async () => {
    expect(await stock.reserve([{ variantId: 'unknown', quantity: 1 }])).toBeNull()
  })

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

  test('all or nothing: where one place has too few on hand, nothing is shipped', async () => {
    const [first = '', second = ''] = await stock.addVariants([[2], [7]])
    const places = await stock.reserve([first, second].map(variantId => ({ variantId, quantity: 2 })))
    const [row] = await stock.rowsOf([first])
    if (row) await stock.setOnHand(row, 1)
    expect(await stock.ship(places ?? [])).toBe(false)
    expect(await stock.countsOf([first, second])).toEqual([
      [1, 2],
      [7, 2],
    ])
    expect(await stock.movementsOf([first, second])).toEqual([])
  })

  test('what is on hand counts, not what is available: the pieces of the order itself are reserved', async () => {
    const [variantId = ''] = await stock.addVariants([[2]])
    const places = await stock.reserve([{ variantId, quantity: 2 }])
    expect(await stock.ship(places ?? [])).toBe(true)
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
