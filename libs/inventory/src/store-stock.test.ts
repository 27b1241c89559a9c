import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStockFixture, type StockFixture } from './testing/stock-fixture.ts'

// Decisions, 7: stock is taken from store locations, in a fixed order of (variantId, locationId); an item may be served
// from several.
let room: StockFixture
beforeAll(async () => {
  room = await createStockFixture()
})
afterAll(() => room.close())

describe('reserve_stock', () => {
  test('takes from the stores in the order of their ids, from several where one has not enough', async () => {
    const [variantId = ''] = await room.stocked([[2, 3, 4, null, null]])
    expect(await room.reserve([{ variantId, quantity: 6 }])).toEqual([
      { variantId, locationId: 'location-0', quantity: 2 },
      { variantId, locationId: 'location-1', quantity: 3 },
      { variantId, locationId: 'location-2', quantity: 1 },
    ])
  })

  test('takes nothing from rental locations and inactive stores', async () => {
    const [variantId = ''] = await room.stocked([[null, null, null, 9, 9]])
    expect(await room.reserve([{ variantId, quantity: 1 }])).toBeNull()
  })

  test('a store that was emptied below what it has reserved takes away from what the others can give', async () => {
    const [variantId = ''] = await room.stocked([[3, 5, null, null, null]])
    await room.reserve([{ variantId, quantity: 3 }])
    const [first] = await room.shelvesOf([variantId])
    if (first) await room.count(first, 1)
    expect(await room.reserve([{ variantId, quantity: 4 }])).toBeNull()
    expect(await room.reserve([{ variantId, quantity: 3 }])).toEqual([
      { variantId, locationId: 'location-1', quantity: 3 },
    ])
  })

  test('all or nothing: one item that is short, and the others stay free', async () => {
    const [plenty = '', few = ''] = await room.stocked([[9], [1]])
    const wishes = [plenty, few].map(variantId => ({ variantId, quantity: 2 }))
    expect(await room.reserve(wishes)).toBeNull()
    expect((await room.shelvesOf([plenty, few])).map(row => row.reserved)).toEqual([0, 0])
  })

  test('a variant that is nowhere is short', async () => {
    expect(await room.reserve([{ variantId: 'nowhere', quantity: 1 }])).toBeNull()
  })

  test('the greatest quantity that a request can name is short, not an overflow', async () => {
    const [variantId = ''] = await room.stocked([[5]])
    expect(await room.reserve([{ variantId, quantity: 2_147_483_647 }])).toBeNull()
  })
})

describe('ship_stock', () => {
  test('books a movement of minus the quantity for each item and location, in their order', async () => {
    const [first = '', second = ''] = await room.stocked([[2, 3], [7]])
    const places = await room.reserve([
      { variantId: second, quantity: 4 },
      { variantId: first, quantity: 3 },
    ])
    expect(await room.ship(places ?? [])).toBe(true)
    const booked = { reason: 'order shipped', by: 'admin-1' }
    expect(await room.movementsOf([first, second])).toEqual([
      { variantId: first, locationId: 'location-0', delta: -2, onHandAfter: 0, ...booked },
      { variantId: first, locationId: 'location-1', delta: -1, onHandAfter: 2, ...booked },
      { variantId: second, locationId: 'location-0', delta: -4, onHandAfter: 3, ...booked },
    ])
  })

  test('all or nothing: a place that has not so many on hand, and nothing leaves anywhere', async () => {
    const [first = '', second = ''] = await room.stocked([[2], [7]])
    const places = await room.reserve([first, second].map(variantId => ({ variantId, quantity: 2 })))
    const [row] = await room.shelvesOf([first])
    if (row) await room.count(row, 1)
    expect(await room.ship(places ?? [])).toBe(false)
    expect((await room.shelvesOf([first, second])).map(({ onHand, reserved }) => [onHand, reserved])).toEqual([
      [1, 2],
      [7, 2],
    ])
    expect(await room.movementsOf([first, second])).toEqual([])
  })

  test('what is on hand counts, not what is free: its own pieces are among the reserved', async () => {
    const [variantId = ''] = await room.stocked([[2]])
    const places = await room.reserve([{ variantId, quantity: 2 }])
    expect(await room.ship(places ?? [])).toBe(true)
  })
})

test('release_stock never gives back more than is reserved', async () => {
  const [variantId = ''] = await room.stocked([[2]])
  const places = await room.reserve([{ variantId, quantity: 2 }])
  await room.release(places ?? [])
  await expect(room.release(places ?? [])).rejects.toThrow('stock_reserved_check')
})
