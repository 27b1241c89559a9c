import type { Queryable } from '@campstore/database/database'
import { openCampground } from '@campstore/testing/campground'
import { delayRequests } from '@campstore/testing/delayed-transaction'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { audit, deadlocks } from '../system/audit.ts'
import { stayAt } from '../system/campground.ts'
import { type MemberClient, orderOf, repeatingRefusals, tally } from '../system/client.ts'
import { actByStaff } from '../system/staff.ts'
import { openStore, orderFor } from '../system/store.ts'
import { type System, startSystem } from '../system/system.ts'

// Two processes of each service. Requests list their items in opposite order, so that a lock out of order is a deadlock.
let system: System
let members: MemberClient[]
beforeAll(async () => {
  system = await startSystem({ services: ['booking', 'checkout'] })
  members = (await system.members(80)).map(repeatingRefusals)
})
afterAll(() => system?.stop())
afterEach(async () => {
  expect(await deadlocks(system.owner)).toBe(0)
  expect(await audit(system.owner)).toEqual([])
})

/** Something in its order, or in the opposite one for every second member. */
const ordered = <T>(all: readonly T[], line: number): T[] => (line % 2 === 0 ? [...all] : all.toReversed())

/** Sends requests while a table cannot be written to, until at least `atLeast` of them wait for it. */
const allAtOnce = <T>(table: string, atLeast: number, requests: () => Promise<T>): Promise<T> =>
  delayRequests(
    system.owner,
    { lock: (tx: Queryable) => tx.query(`lock table ${table} in share mode`), atLeast },
    requests,
  )

const one = <T>(place: T) => ({ ...place, quantity: 1 })

test('booking checkout, rule 5: of 80 members for 3 sites exactly 3 win, all others ZONE_UNAVAILABLE', async () => {
  const campground = await openCampground(system.owner, { zones: [3, 60, 60] })
  const zones = campground.zoneIds.map(zoneId => one({ zoneId }))
  const responses = await allAtOnce('booking.booking_zone', 12, () =>
    Promise.all(members.map((member, line) => member.checkout(stayAt(campground, { zones: ordered(zones, line) })))),
  )
  expect(tally(responses)).toEqual({ '200': 3, '409 ZONE_UNAVAILABLE': 77 })
})

test('booking checkout, rule 8: of 80 members for 3 rental pieces exactly 3 win, all others RENTAL_STOCK_INSUFFICIENT', async () => {
  // Zones enough that it is the stock and not a zone for which they queue.
  const zoneCount = 20
  const campground = await openCampground(system.owner, {
    zones: Array.from({ length: zoneCount }, () => 50),
    rentals: [3, 1000, 1000],
  })
  const rentals = campground.rentals.map(one)
  const stayOf = (line: number) => {
    const zones = [one({ zoneId: campground.zoneIds[line % zoneCount] ?? '' })]
    return stayAt(campground, { zones, rentals: ordered(rentals, Math.floor(line / zoneCount)) })
  }
  const responses = await allAtOnce('booking.rental_reservation', 12, () =>
    Promise.all(members.map((member, line) => member.checkout(stayOf(line)))),
  )
  expect(tally(responses)).toEqual({ '200': 3, '409 RENTAL_STOCK_INSUFFICIENT': 77 })
})

/** What is on hand and reserved of variants, by variant and shop. */
async function stockOf(variantIds: readonly string[]) {
  const { rows } = await system.owner.query<{ onHand: number; reserved: number }>(
    `select on_hand as "onHand", reserved from inventory.stock where variant_id = any ($1) order by variant_id, location_id`,
    [variantIds],
  )
  return rows
}

test('store checkout, rule 2: of 80 members for the last 5 of three items over several locations exactly 5 win, all others STOCK_INSUFFICIENT', async () => {
  const { variantIds } = await openStore(system.owner, [
    [2, 0, 3],
    [4, 1, 3],
    [1, 1, 1, 2],
  ])
  const responses = await allAtOnce('checkout.stock_reservation', 12, () =>
    Promise.all(members.map((member, line) => member.order(orderFor(ordered(variantIds, line))))),
  )
  expect(tally(responses)).toEqual({ '200': 5, '409 STOCK_INSUFFICIENT': 75 })
  expect((await stockOf(variantIds)).reduce((sum, { reserved }) => sum + reserved, 0)).toBe(15)
})

test('reallocations of five orders to a store with three pieces: exactly three win, all others STOCK_INSUFFICIENT', async () => {
  const buyers = members.slice(0, 5)
  const { variantIds } = await openStore(system.owner, [[buyers.length, 3]])
  const orderIds = await Promise.all(
    buyers.map(async member => {
      const { orderId } = orderOf(await member.order(orderFor(variantIds, { paymentMethod: 'cod' })))
      orderOf(await member.confirmCod(orderId))
      return orderId
    }),
  )
  const lost = 'update inventory.stock set on_hand = 0 where variant_id = any ($1) and on_hand = $2'
  await system.owner.query(lost, [variantIds, buyers.length])
  const responses = await allAtOnce('inventory.stock', buyers.length, () =>
    Promise.all(orderIds.map(id => actByStaff(system, 'order', id, 'reallocate'))),
  )
  expect(tally(responses)).toEqual({ '200': 3, '409 STOCK_INSUFFICIENT': 2 })
  expect(await stockOf(variantIds)).toEqual([
    { onHand: 0, reserved: 2 },
    { onHand: 3, reserved: 3 },
  ])
})
