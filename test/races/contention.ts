import type { Queryable } from '@campstore/database/database'
import { openCampground } from '@campstore/testing/campground'
import { delayRequests } from '@campstore/testing/delayed-transaction'
import { expect } from 'vitest'
import { stayAt } from '../system/campground.ts'
import { orderOf, tally } from '../system/client.ts'
import { actByStaff } from '../system/staff.ts'
import { openStore, orderFor } from '../system/store.ts'
import { testEach } from './outcomes.ts'
import { members, system } from './system.ts'

// Requests list their items in opposite order, so that a lock out of order is a deadlock.

/** Something in its order, or in the opposite one for every second member. */
const ordered = <T>(all: readonly T[], line: number): T[] => (line % 2 === 0 ? [...all] : all.toReversed())

/** How many of twenty holds wait in PostgreSQL before they continue: several of both instances, in few statements. */
const mostOfTwenty = 16

/** Sends requests while a table cannot be written to, until at least `atLeast` of them wait in PostgreSQL. */
const allAtOnce = <T>(table: string, atLeast: number, requests: () => Promise<T>): Promise<T> =>
  delayRequests(
    system.owner,
    { lock: (tx: Queryable) => tx.query(`lock table ${table} in share mode`), atLeast },
    requests,
  )

const one = <T>(place: T) => ({ ...place, quantity: 1 })

/** What is on hand and reserved of variants, by variant and shop. */
async function stockOf(variantIds: readonly string[]) {
  const { rows } = await system.owner.query<{ onHand: number; reserved: number }>(
    `select on_hand as "onHand", reserved from inventory.stock where variant_id = any ($1) order by variant_id, location_id`,
    [variantIds],
  )
  return rows
}

const races = {
  'booking checkout, rule 8: of 20 members for 3 rental pieces exactly 3 win, all others RENTAL_STOCK_INSUFFICIENT':
    async () => {
      // Zones enough that it is the stock and not a zone for which they queue.
      const zoneCount = 10
      const campground = await openCampground(system.owner, {
        zones: Array.from({ length: zoneCount }, () => 50),
        rentals: [3, 1000, 1000],
      })
      const rentals = campground.rentals.map(one)
      const stayOf = (line: number) => {
        const zones = [one({ zoneId: campground.zoneIds[line % zoneCount] ?? '' })]
        return stayAt(campground, { zones, rentals: ordered(rentals, Math.floor(line / zoneCount)) })
      }
      const responses = await allAtOnce('booking.rental_reservation', mostOfTwenty, () =>
        Promise.all(members.map((member, line) => member.checkout(stayOf(line)))),
      )
      expect(tally(responses)).toEqual({ '200': 3, '409 RENTAL_STOCK_INSUFFICIENT': 17 })
    },

  'store checkout, rule 2: of 20 members for the last 5 of three items over several locations exactly 5 win, all others STOCK_INSUFFICIENT':
    async () => {
      const { variantIds } = await openStore(system.owner, [
        [2, 0, 3],
        [4, 1, 3],
        [1, 1, 1, 2],
      ])
      const responses = await allAtOnce('checkout.stock_reservation', mostOfTwenty, () =>
        Promise.all(members.map((member, line) => member.order(orderFor(ordered(variantIds, line))))),
      )
      expect(tally(responses)).toEqual({ '200': 5, '409 STOCK_INSUFFICIENT': 15 })
      expect((await stockOf(variantIds)).reduce((sum, { reserved }) => sum + reserved, 0)).toBe(15)
    },

  'reallocations of five orders to a store with three pieces: exactly three win, all others STOCK_INSUFFICIENT':
    async () => {
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
    },
}

export const contention = () => testEach(races)
