import { storedHolds } from '@campstore/testing/stored-holds'
import { beforeAll, describe, expect, test } from 'vitest'
import { kindOf, orderOf } from '../system/client.ts'
import { actByStaff } from '../system/staff.ts'
import { grantCoupon, type OpenStore, openStore, orderFor } from '../system/store.ts'
import { publishedEvents } from '../system/waiting.ts'
import { operations, type Race, type RacedOrder, races } from './order-cases.ts'
import { inBatches, race, untilProcessed } from './outcomes.ts'
import { memberOf, members, system } from './system.ts'

const cases = races.flatMap(({ pair, before, outcomes: [one, other, or] }) => {
  const [first, second] = pair
  const reversed = { pair, before, first: second, second: first, expected: [other, or], isFirst: false }
  return [{ pair, before, first, second, expected: [one, or], isFirst: true }, ...(other ? [reversed] : [])]
})
type Case = (typeof cases)[number]

/** Races with payments are groups of their own, also those in which a change asks for the payment that waits. */
function groupOf({ first, second }: Case): string {
  if (second === 'pay') return 'payment second'
  if (first !== 'pay') return 'no payment'
  return second === 'cancel' || second === 'use a coupon' ? 'payment asked for' : 'payment first'
}

let store: OpenStore

/** Places the order that a member's race is about. */
async function placeOrder(before: Race['before'], index: number, claimId: number): Promise<RacedOrder> {
  // Whose refusals are results.
  const member = memberOf(index).at(system.url)
  const response = await member.order(
    orderFor(index % 2 === 0 ? store.variantIds : store.variantIds.toReversed(), {
      paymentMethod: before.startsWith('cod') ? 'cod' : 'gateway-credit',
      couponClaimId: before === 'online without coupon' ? null : claimId,
    }),
  )
  const { orderId, pricing } = orderOf(response)
  if (before === 'cod confirmed') orderOf(await member.confirmCod(orderId))
  if (before === 'online paid' || before === 'online shipped')
    await system.payments.pay({ kind: 'order', id: orderId }, pricing.total)
  const sql = 'select min(id)::integer as id from checkout.order_item where order_id = $1'
  const { rows } = await system.owner.query<{ id: number }>(sql, [orderId])
  return { member, orderId, pieceId: rows[0]?.id ?? Number.NaN, total: pricing.total, claimId }
}

/** The orders of a batch, as they are before their race. */
async function placeOrders(batch: readonly Case[]): Promise<RacedOrder[]> {
  const claims = await grantCoupon(system.owner, members.slice(0, batch.length))
  const orders = await Promise.all(
    batch.map(({ before }, line) => placeOrder(before, line, claims[line] ?? Number.NaN)),
  )
  const those = (wanted: (before: Race['before']) => boolean) =>
    orders.filter((_, line) => wanted(batch[line]?.before ?? 'online')).map(({ orderId }) => orderId)
  await untilProcessed(system.owner, those(isPaid))
  const ship = async (id: string) => expect(kindOf(await actByStaff(system, 'order', id, 'ship'))).toBe('200')
  await Promise.all(those(before => before === 'online shipped').map(ship))
  return orders
}
const isPaid = (before: Race['before']) => before === 'online paid' || before === 'online shipped'

/** Races operations on an order each; returns what is found of it then. */
async function raceOrders(batch: readonly Case[]) {
  const orders = await placeOrders(batch)
  const pairs = orders.map((order, line) => {
    const {
      pair: [one, other],
      isFirst,
    } = batch[line] ?? expect.fail()
    return { id: order.orderId, acts: [() => operations[one](order), () => operations[other](order)] as const, isFirst }
  })
  const results = await race(system.owner, 'order', pairs)
  const ids = orders.map(({ orderId }) => orderId)
  const payments = batch.flatMap(({ before, first, second }) => [isPaid(before), [first, second].includes('pay')])
  await untilProcessed(system.owner, ids, payments.filter(Boolean).length)
  const [events, stored] = [await publishedEvents(system), await storedHolds(system.owner, 'order')]
  const sql = 'select id::integer, status from checkout.coupon_claim where id = any ($1)'
  const { rows } = await system.owner.query<{ id: number; status: string }>(sql, [orders.map(({ claimId }) => claimId)])
  return orders.map(({ orderId, claimId }, line) => {
    const { steps, reservations, payments } = stored.find(({ id }) => id === orderId) ?? expect.fail('not stored')
    const claim = rows.find(({ id }) => id === claimId)?.status
    return {
      results: results[line],
      claim,
      steps,
      reservations: [...new Set(reservations)].join(),
      payments,
      events: events.get(orderId),
    }
  })
}

/** Registers the tests of two operations on one order. */
export function orderRaces(): void {
  const foundOf = inBatches(cases, { groupOf, run: raceOrders })
  describe('two operations on one order: responses and events are what was decided under the lock', () => {
    beforeAll(async () => {
      store = await openStore(system.owner, [[300, 700], 1000])
    })
    test.each(cases)('$first, then $second ($before)', async one => {
      expect(one.expected).toContainEqual(await foundOf(one))
    })
  })
}
