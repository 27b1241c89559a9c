import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStockFixture, type Place, type Shelf, type StockFixture, type Wish } from './testing/stock-fixture.ts'
import { modelOf } from './testing/stock-model.ts'

const held = (reservations: readonly (readonly Place[])[], row: Shelf): number =>
  reservations
    .flat()
    .filter(place => place.variantId === row.variantId && place.locationId === row.locationId)
    .reduce((units, place) => units + place.quantity, 0)

const anyUnits = fc.option(fc.nat(6), { freq: 5 })
const anyStock = fc.array(fc.tuple(anyUnits, anyUnits, anyUnits, anyUnits, anyUnits), { minLength: 3, maxLength: 3 })
/** How many of each variant; 0 for none of it. */
const anyWish = fc.tuple(fc.nat(5), fc.nat(5), fc.nat(5))
const anyStep = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('reserve' as const), units: anyWish }), weight: 5 },
  { arbitrary: fc.record({ kind: fc.constant('release' as const), which: fc.nat(20) }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant('ship' as const), which: fc.nat(20) }), weight: 2 },
  // What a movement sets: also below what is reserved.
  {
    arbitrary: fc.record({ kind: fc.constant('count' as const), which: fc.nat(20), onHand: fc.nat(6) }),
    weight: 2,
  },
)
const anySteps = fc.array(anyStep, { maxLength: 20, size: 'max' })
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never

const wishesOf = (variantIds: readonly string[], units: readonly number[]): Wish[] =>
  variantIds
    .map((variantId, index) => ({ variantId, quantity: units[index] ?? 0 }))
    .filter(({ quantity }) => quantity > 0)
    .reverse()

let room: StockFixture
beforeAll(async () => {
  room = await createStockFixture()
})
afterAll(() => room.close())

type Story = {
  variantIds: readonly string[]
  model: ReturnType<typeof modelOf>
  /** What is reserved, as reserve_stock answered it. */
  active: Place[][]
  shipped: Place[]
}

/** Does the same to the stock and to the model, and compares the answers. */
async function play({ variantIds, model, active, shipped }: Story, step: Step): Promise<void> {
  if (step.kind === 'reserve') {
    const wishes = wishesOf(variantIds, step.units)
    if (wishes.length === 0) return
    const expected = model.reserve(wishes)
    expect(await room.reserve(wishes)).toEqual(expected)
    if (expected) active.push(expected)
    return
  }
  if (step.kind === 'count') {
    const shelf = model.rows[step.which % Math.max(model.rows.length, 1)]
    if (!shelf) return
    shelf.onHand = step.onHand
    return room.count(shelf, step.onHand)
  }
  const at = step.which % Math.max(active.length, 1)
  const places = active[at]
  if (!places) return
  if (step.kind === 'release') {
    model.release(places)
    await room.release(places)
  } else {
    const goes = model.ship(places)
    expect(await room.ship(places)).toBe(goes)
    if (!goes) return
    shipped.push(...places)
  }
  active.splice(at, 1)
}

describe('reserving, giving back and shipping, against a model', () => {
  test('whatever happens, the places, the stock and the movements are those of the model; reserved is the sum of what is held', async () => {
    const property = fc.asyncProperty(anyStock, anySteps, async (stock, steps) => {
      const variantIds = await room.stocked(stock)
      const story: Story = { variantIds, model: modelOf(await room.shelvesOf(variantIds)), active: [], shipped: [] }
      for (const step of steps) {
        await play(story, step)
        const shelves = await room.shelvesOf(variantIds)
        expect(shelves).toEqual(story.model.rows)
        expect(shelves.map(shelf => shelf.reserved)).toEqual(shelves.map(shelf => held(story.active, shelf)))
      }
      const movements = await room.movementsOf(variantIds)
      const left = movements.map(({ variantId, locationId, delta }) => ({ variantId, locationId, quantity: -delta }))
      expect(left).toEqual(story.shipped)
    })
    await fc.assert(property, { numRuns: 40, interruptAfterTimeLimit: 20_000 })
  })

  test('of those that come all at once, in any order of items, those that win have their stock and those that lose would not', async () => {
    const anyWishes = fc.array(anyWish, { minLength: 8, maxLength: 12, size: 'max' })
    const property = fc.asyncProperty(anyStock, anyWishes, async (stock, wished) => {
      const variantIds = await room.stocked(stock)
      const model = modelOf(await room.shelvesOf(variantIds))
      const all = wished.map((units, turn) => {
        const wishes = wishesOf(variantIds, units)
        return turn % 2 === 0 ? wishes : wishes.reverse()
      })
      const asked = all.filter(wishes => wishes.length > 0)
      const answers = await Promise.all(asked.map(room.reserve))
      const won = answers.filter(places => places !== null)
      for (const place of won.flat()) model.at(place).reserved += place.quantity
      expect(await room.shelvesOf(variantIds)).toEqual(model.rows)
      expect(model.rows.filter(row => row.reserved > row.onHand)).toEqual([])
      // Nothing was given back meanwhile, so what was short then is short now.
      const lost = asked.filter((_, turn) => answers[turn] === null)
      expect(lost.filter(wishes => model.reserve(wishes) !== null)).toEqual([])
    })
    await fc.assert(property, { numRuns: 40, interruptAfterTimeLimit: 20_000 })
  })
})
