import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStockFixture, type StockFixture } from './testing/stock-fixture.ts'

// Decisions, 9 and 12: a movement may not take on-hand below zero; it may go below active reservations.
let room: StockFixture
beforeAll(async () => {
  room = await createStockFixture()
})
afterAll(() => room.close())

const at = (variantId: string, quantity: number, locationId = 'location-0') => ({ variantId, locationId, quantity })

describe('move_stock', () => {
  test('books in and out, each movement with what is on hand after it', async () => {
    const [variantId = ''] = await room.stocked([[5]])
    expect([await room.move(at(variantId, 3)), await room.move(at(variantId, -8))]).toEqual(['moved', 'moved'])
    const booked = { variantId, locationId: 'location-0', reason: 'counted', by: 'admin-1' }
    expect(await room.movementsOf([variantId])).toEqual([
      { ...booked, delta: 3, onHandAfter: 8 },
      { ...booked, delta: -8, onHandAfter: 0 },
    ])
  })

  test('goes below what is reserved, and reserves nothing itself', async () => {
    const [variantId = ''] = await room.stocked([[5]])
    await room.reserve([{ variantId, quantity: 4 }])
    expect(await room.move(at(variantId, -3))).toBe('moved')
    expect(await room.shelvesOf([variantId])).toMatchObject([{ onHand: 2, reserved: 4 }])
  })

  test.each([
    ['CS203', -6, 'location-0'],
    ['CS203', -1, 'location-2'],
    ['CS204', 2_147_483_643, 'location-0'],
    ['CS202', 1, 'nowhere'],
  ])('%s: %i at %s changes nothing', async (outcome, quantity, locationId) => {
    const [variantId = ''] = await room.stocked([
      [5, 1],
      [null, null, 1],
    ])
    const before = await room.shelvesOf([variantId])
    expect(await room.move(at(variantId, quantity, locationId))).toBe(outcome)
    expect([await room.shelvesOf([variantId]), await room.movementsOf([variantId])]).toEqual([before, []])
  })

  test('an unknown variant', async () => {
    expect(await room.move(at('nothing', 1))).toBe('CS201')
  })

  test('several that come first to a location make one row of stock', async () => {
    const [variantId = ''] = await room.stocked([[]])
    await Promise.all([1, 2, 4].map(quantity => room.move(at(variantId, quantity))))
    expect(await room.shelvesOf([variantId])).toMatchObject([{ onHand: 7 }])
  })
})

test('shipping and booking out at once: never below zero, and every change has its movement', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [first = '', second = ''] = await room.stocked([[3], [3]])
    const places = (await room.reserve([first, second].map(variantId => ({ variantId, quantity: 2 })))) ?? []
    const [shipped, ...moved] = await Promise.all([
      room.ship(places),
      ...[second, first].map(variantId => room.move(at(variantId, -2))),
    ])
    const left = (await room.shelvesOf([first, second])).map(({ onHand, reserved }) => [onHand, reserved])
    const outs = moved.map(outcome => (outcome === 'moved' ? 2 : 0))
    // An order ships only if both are there; who was first decides.
    expect(left).toEqual(outs.toReversed().map(out => [3 - out - (shipped ? 2 : 0), shipped ? 0 : 2]))
    expect(shipped ? outs : outs.some(out => out > 0)).toEqual(shipped ? [0, 0] : true)
    const deltas = (await room.movementsOf([first, second])).reduce((total, { delta }) => total + delta, 0)
    expect(deltas).toBe(-(outs[0] ?? 0) - (outs[1] ?? 0) - (shipped ? 4 : 0))
  }
})
