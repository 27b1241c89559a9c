import { bookedMovementsSchema, stockSchema } from '@campstore/contract/admin/inventory'
import { insertRow, unique } from '@campstore/testing/rows'
import { insertBooking } from '@campstore/testing/stored-rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listMovements } from '../src/testing/administration.ts'
import { defaultStore } from '../src/testing/catalogue-scenario.ts'
import { startProductsFixture } from '../src/testing/products-fixture.ts'

// docs/contract/admin.md#receipts-counts-and-transfers, #stock
const fixture = useFixture(startProductsFixture)

const book = (what: 'receipts' | 'counts' | 'transfers', body: unknown, by = 'admin-7') =>
  fixture.administrator('inventory.edit', by).post(`/internal/products/inventory-${what}`, body)
const movementsOf = ({ data }: { data?: unknown }) => bookedMovementsSchema.parse(data).movements

/** Two variants with this many pieces in the default store, and a second store that never had any. */
async function stocked(pieces: number) {
  const { id, variants } = await fixture.scenario.addProduct({ variants: [{ stock: pieces }, { stock: pieces }] })
  const [first = '', second = ''] = variants.map(variant => variant.id).toSorted()
  const other = await fixture.scenario.addLocation({ name: '台中門市' })
  const sql = `
    select location_id = $2 as is_other, on_hand
    from inventory.stock
    where variant_id = any ($1)
    order by variant_id, location_id = $2`
  const onHand = async () =>
    (await fixture.owner.query<{ on_hand: number }>(sql, [[first, second], other])).rows.map(row => row.on_hand)
  return { id, first, second, other, onHand }
}

describe('POST …/inventory-receipts', () => {
  test('each line is a movement with the reference as reason, in the order of the lines', async () => {
    const { first, second, other, onHand } = await stocked(5)
    const lines = [second, first].map((variantId, line) => ({ variantId, quantity: 2 + line }))
    const answer = await book('receipts', { locationId: other, reference: ' PO-1 ', lines })
    expect(answer.status).toBe(201)
    const booked = { locationId: other, locationName: '台中門市', reason: 'PO-1', createdBy: 'admin-7' }
    const none = { orderId: null, transferId: null }
    expect(movementsOf(answer)).toMatchObject([
      { variantId: second, quantityDelta: 2, onHandAfter: 2, ...booked, ...none },
      { variantId: first, quantityDelta: 3, onHandAfter: 3, ...booked, ...none },
    ])
    expect(await onHand()).toEqual([5, 3, 5, 2])
  })

  test('all lines or none: NOT_FOUND and VALIDATION_ERROR name each line', async () => {
    const { first, second, onHand } = await stocked(5)
    const receive = (variants: string[], { locationId = defaultStore, quantity = 1 } = {}) => {
      const lines = variants.map((variantId, line) => ({ variantId, quantity: line === 1 ? quantity : 1 }))
      return book('receipts', { locationId, reference: 'PO-2', lines })
    }
    const detail = (path: string) => ({ path, message: 'does not exist' })
    const unknown = await receive([first, 'none', 'nothing'])
    expect(unknown).toMatchObject({
      code: 'NOT_FOUND',
      message: 'There is no variant “none”.',
      details: [detail('lines.1.variantId'), detail('lines.2.variantId')],
    })
    const nowhere = await receive([first, second], { locationId: 'nowhere' })
    expect(nowhere).toMatchObject({ code: 'NOT_FOUND', details: [detail('locationId')] })
    const many = await receive([first, second], { quantity: 2_147_483_647 })
    expect(many).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'lines.1.quantity' }] })
    const twice = await receive([first, first])
    expect(twice).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'lines.1.variantId' }] })
    expect(await onHand()).toEqual([5, 5])
  })
})

describe('POST …/inventory-counts', () => {
  const countOf = (locationId: string, ...lines: [variantId: string, counted: number][]) => ({
    locationId,
    reason: 'count',
    lines: lines.map(([variantId, counted]) => ({ variantId, counted })),
  })

  test('books the difference of each line; a line without difference makes no movement, with a key too', async () => {
    const { first, second, onHand } = await stocked(5)
    const body = countOf(defaultStore, [first, 0], [second, 5])
    expect(movementsOf(await book('counts', body))).toMatchObject([{ variantId: first, quantityDelta: -5 }])
    const keyed = { ...body, idempotencyKey: unique('key') }
    for (const _ of [1, 2]) expect(await book('counts', keyed)).toMatchObject({ status: 201, data: { movements: [] } })
    expect(await onHand()).toEqual([0, 5])
  })

  test('a count and sales at once: on hand is what was counted, less what was shipped after it', async () => {
    const { first, onHand } = await stocked(20)
    const sell = async () => fixture.scenario.ship(await fixture.scenario.reserve({ variantId: first, quantity: 1 }))
    const count = () => book('counts', countOf(defaultStore, [first, 15]))
    await Promise.all([sell(), sell(), count(), sell(), sell()])
    const moved = await listMovements(fixture.administrator('inventory.view'), `?variantId=${first}`)
    const [counted] = moved.filter(({ reason }) => reason === 'count')
    expect(counted).toMatchObject({ onHandAfter: 15 })
    const later = moved.filter(({ id }) => id > (counted?.id ?? 0)).length
    expect((await onHand())[0]).toBe(15 - later)
    expect(moved).toHaveLength(5)
  })
})

describe('POST …/inventory-transfers', () => {
  const transfer = (fromLocationId: string, toLocationId: string, lines: { variantId: string; quantity: number }[]) =>
    book('transfers', { fromLocationId, toLocationId, reason: 'evened out', lines })

  test('out and in of each line share one transferId', async () => {
    const { first, second, other, onHand } = await stocked(5)
    const lines = [first, second].map(variantId => ({ variantId, quantity: 2 }))
    const movements = movementsOf(await transfer(defaultStore, other, lines))
    const [{ transferId } = { transferId: null }] = movements
    const moved = (variantId: string) => [
      { variantId, locationId: defaultStore, quantityDelta: -2, onHandAfter: 3, transferId },
      { variantId, locationId: other, quantityDelta: 2, onHandAfter: 2, transferId },
    ]
    expect(transferId).toEqual(expect.any(String))
    expect(movements).toMatchObject([...moved(first), ...moved(second)])
    expect(await onHand()).toEqual([3, 2, 3, 2])
  })

  test('more than is on hand: STOCK_INSUFFICIENT for each line, and nothing is booked; to the same location: refused', async () => {
    const { first, second, other, onHand } = await stocked(5)
    const lines = [first, second].map(variantId => ({ variantId, quantity: 6 }))
    const answer = await transfer(defaultStore, other, [{ variantId: first, quantity: 1 }, ...lines.slice(1)])
    expect(answer).toMatchObject({
      code: 'STOCK_INSUFFICIENT',
      message: 'Only 5 pieces are on hand at this location.',
      details: [{ path: 'lines.1.quantity', message: 'must be at most 5' }],
    })
    const [unknown, same] = [await transfer('nowhere', other, lines), await transfer(other, other, lines)]
    expect(unknown).toMatchObject({ code: 'NOT_FOUND', details: [{ path: 'fromLocationId' }] })
    expect(same).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'toLocationId' }] })
    expect(await onHand()).toEqual([5, 5])
  })

  test('in both directions at once: none waits for ever, and no piece is lost', async () => {
    const { first, second, other, onHand } = await stocked(20)
    const lines = [second, first].map(variantId => ({ variantId, quantity: 1 }))
    const half = [first, second].map(variantId => ({ variantId, quantity: 10 }))
    await transfer(defaultStore, other, half)
    const both = Array.from({ length: 8 }, (_, n) =>
      n % 2 ? transfer(defaultStore, other, lines.toReversed()) : transfer(other, defaultStore, lines),
    )
    for (const { status } of await Promise.all(both)) expect(status).toBe(201)
    expect(await onHand()).toEqual([10, 10, 10, 10])
  })
})

describe('GET …/stock', () => {
  const list = async (query: string) => {
    const { data } = await fixture.administrator('inventory.view').get(`/internal/products/stock?${query}`)
    return z.array(stockSchema).parse(data)
  }

  test('totals are of active stores, not below 0; each location has its own', async () => {
    const { id, first, other } = await stocked(5)
    await fixture.scenario.addLocation({ id: 'closed-store', active: false })
    for (const [location_id, on_hand, reserved] of [
      [other, 1, 3],
      ['closed-store', 7, 0],
    ])
      await insertRow(fixture.owner, 'inventory.stock', { variant_id: first, location_id, on_hand, reserved })
    await fixture.scenario.reserve({ variantId: first, quantity: 1 })
    const [stock] = await list(`variantId=${first}`)
    expect(stock).toMatchObject({ productId: id, active: true, onHand: 6, reserved: 4, available: 2 })
    const places = stock?.locations.map(place => [place.locationId, [place.onHand, place.reserved, place.available]])
    const expected = { [other]: [1, 3, 0], 'closed-store': [7, 0, 7], [defaultStore]: [5, 1, 4] }
    expect(places).toEqual(Object.entries(expected).toSorted(([left], [right]) => (left < right ? -1 : 1)))
  })

  test('reserved of a rental location is what stays of today rent; what is only rented out has no product', async () => {
    const locationId = await fixture.scenario.addLocation({ kind: 'rental', campground_id: unique('camp') })
    const variant = { price: null, stock: [{ locationId, onHand: 4 }] }
    const { variants } = await fixture.scenario.addProduct({ variants: [variant] })
    const [{ id: variantId } = { id: '' }] = variants
    // The clock of the fixture says 16:00 of this day in Taipei.
    for (const [stay, status] of [
      ['[2026-11-20,2026-11-21)', 'active'],
      ['[2026-11-18,2026-11-20)', 'active'],
      ['[2026-11-21,2026-11-22)', 'active'],
      ['[2026-11-19,2026-11-22)', 'released'],
    ])
      await rent({ variantId, locationId, stay, status })
    const locations = [{ locationId, kind: 'rental', onHand: 4, reserved: 1, available: 3 }]
    expect(await list(`variantId=${variantId}`)).toMatchObject([
      { productId: null, onHand: 0, available: 0, locations },
    ])
  })

  test('below finds what has fewer available pieces at all stores', async () => {
    const { first, second } = await stocked(5)
    await fixture.scenario.reserve({ variantId: first, quantity: 2 })
    const below = async (count: number) => {
      const found = (await list(`kind=store&below=${count}&size=100`)).map(({ variantId }) => variantId)
      return [first, second].filter(id => found.includes(id))
    }
    expect([await below(3), await below(4), await below(6)]).toEqual([[], [first], [first, second]])
  })
})

async function rent({ variantId, locationId, stay, status }: Record<string, unknown>) {
  await fixture.owner.query(
    `insert into booking.policy values (1, 90, 0, 14, 'Asia/Taipei', 0, 3, '{pending,confirmed,completed}')
    on conflict do nothing`,
  )
  await insertRow(fixture.owner, 'booking.rental_reservation', {
    booking_id: await insertBooking(fixture.owner),
    rental_listing_id: 'listing',
    line: 0,
    variant_id: variantId,
    location_id: locationId,
    sku: 'S',
    name: 'Tent',
    specification: 'one',
    price_weekday: 1,
    price_holiday: 1,
    discount_rate: 0,
    quantity: 1,
    line_total: 1,
    stay,
    status,
    released_at: status === 'released' ? '2026-11-20T08:00:00Z' : null,
  })
}
