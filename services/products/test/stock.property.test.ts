import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createStockFixture,
  type Item,
  type Place,
  type StockFixture,
  type StockRow,
} from '../src/testing/stock-fixture.ts'
import { modelOf } from '../src/testing/stock-model.ts'

const reservedOf = (reservations: readonly (readonly Place[])[], row: StockRow): number =>
  reservations
    .flat()
    .filter(place => place.variantId === row.variantId && place.locationId === row.locationId)
    .reduce((units, place) => units + place.quantity, 0)

const anyUnits = fc.option(fc.nat(6), { freq: 5 })
const anyStock = fc.array(fc.tuple(anyUnits, anyUnits, anyUnits, anyUnits, anyUnits), { minLength: 3, maxLength: 3 })
/** Quantity of each variant; 0 for none of it. */
const anyOrder = fc.tuple(fc.nat(5), fc.nat(5), fc.nat(5))
const anyStep = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('reserve' as const), units: anyOrder }), weight: 5 },
  { arbitrary: fc.record({ kind: fc.constant('release' as const), which: fc.nat(20) }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant('ship' as const), which: fc.nat(20) }), weight: 2 },
  // What a movement sets: also below what is reserved.
  {
    arbitrary: fc.record({ kind: fc.constant('set-on-hand' as const), which: fc.nat(20), onHand: fc.nat(6) }),
    weight: 2,
  },
)
const anySteps = fc.array(anyStep, { maxLength: 20, size: 'max' })
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never

const itemsOf = (variantIds: readonly string[], units: readonly number[]): Item[] =>
  variantIds
    .map((variantId, index) => ({ variantId, quantity: units[index] ?? 0 }))
    .filter(({ quantity }) => quantity > 0)
    .reverse()

let stock: StockFixture
beforeAll(async () => {
  stock = await createStockFixture()
})
afterAll(() => stock.close())

type Scenario = {
  variantIds: readonly string[]
  model: ReturnType<typeof modelOf>
  /** What is reserved, as reserve_stock returned it. */
  active: Place[][]
  shipped: Place[]
}

/** Takes one step with the stock and with the model, and compares the results. */
async function take({ variantIds, model, active, shipped }: Scenario, step: Step): Promise<void> {
  if (step.kind === 'reserve') {
    const items = itemsOf(variantIds, step.units)
    if (items.length === 0) return
    const expected = model.reserve(items)
    expect(await stock.reserve(items)).toEqual(expected)
    if (expected.length > 0) active.push(expected)
    return
  }
  if (step.kind === 'set-on-hand') {
    const row = model.rows[step.which % Math.max(model.rows.length, 1)]
    if (!row) return
    row.onHand = step.onHand
    return stock.setOnHand(row, step.onHand)
  }
  const at = step.which % Math.max(active.length, 1)
  const places = active[at]
  if (!places) return
  if (step.kind === 'release') {
    model.release(places)
    await stock.release(places)
  } else {
    const succeeds = model.ship(places)
    expect(await stock.ship(places)).toBe(succeeds)
    if (!succeeds) return
    shipped.push(...places)
  }
  active.splice(at, 1)
}

describe('reserving, releasing and shipping, against a model', () => {
  test('after any steps, places, stock and movements are those of the model, and reserved is the sum of active reservations', async () => {
    const property = fc.asyncProperty(anyStock, anySteps, async (pieces, steps) => {
      const variantIds = await stock.addVariants(pieces)
      const scenario: Scenario = { variantIds, model: modelOf(await stock.rowsOf(variantIds)), active: [], shipped: [] }
      for (const step of steps) {
        await take(scenario, step)
        const rows = await stock.rowsOf(variantIds)
        expect(rows).toEqual(scenario.model.rows)
        expect(rows.map(row => row.reserved)).toEqual(rows.map(row => reservedOf(scenario.active, row)))
      }
      const movements = await stock.movementsOf(variantIds)
      const shipped = movements.map(({ variantId, locationId, delta }) => ({ variantId, locationId, quantity: -delta }))
      expect(shipped).toEqual(scenario.shipped)
    })
    await fc.assert(property, { numRuns: 40, interruptAfterTimeLimit: 20_000 })
  })

  test('concurrent orders, their items in any order: those that succeed have their stock, and those that fail were short', async () => {
    const anyOrders = fc.array(anyOrder, { minLength: 8, maxLength: 12, size: 'max' })
    const property = fc.asyncProperty(anyStock, anyOrders, async (pieces, orders) => {
      const variantIds = await stock.addVariants(pieces)
      const model = modelOf(await stock.rowsOf(variantIds))
      const all = orders.map((units, turn) => {
        const items = itemsOf(variantIds, units)
        return turn % 2 === 0 ? items : items.reverse()
      })
      const requested = all.filter(items => items.length > 0)
      const results = await Promise.all(requested.map(stock.reserve))
      for (const place of results.flat()) model.at(place).reserved += place.quantity
      expect(await stock.rowsOf(variantIds)).toEqual(model.rows)
      expect(model.rows.filter(row => row.reserved > row.onHand)).toEqual([])
      // Nothing was released meanwhile, so what was short then is short now.
      const failed = requested.filter((_, turn) => results[turn]?.length === 0)
      expect(failed.filter(items => model.reserve(items).length > 0)).toEqual([])
    })
    await fc.assert(property, { numRuns: 40, interruptAfterTimeLimit: 20_000 })
  })
})
