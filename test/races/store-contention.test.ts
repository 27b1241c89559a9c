import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { audit } from '../system/audit.ts'
import { kindOf, type MemberClient, orderOf, repeatingRefusals, tally } from '../system/client.ts'
import { allAtOnce, deadlocks } from '../system/lock-barrier.ts'
import { changeOrderStatus, grantCoupon, openStore, orderFor } from '../system/store.ts'
import { type System, startSystem } from '../system/system.ts'

let system: System
let members: MemberClient[]
beforeAll(async () => {
  system = await startSystem({ services: ['checkout'] })
  members = (await system.members(200)).map(repeatingRefusals)
})
afterAll(() => system.stop())
afterEach(async () => {
  expect(await deadlocks(system.owner)).toBe(0)
  expect(await audit(system.owner)).toEqual([])
})

/** The first members, so many of them. */
const some = (count: number): MemberClient[] => members.slice(0, count)

/** What is reserved of variants, over all locations. */
async function reserved(variantIds: readonly string[]): Promise<number> {
  const { rows } = await system.owner.query<{ reserved: number }>(
    'select sum(reserved)::integer as reserved from inventory.stock where variant_id = any ($1)',
    [variantIds],
  )
  return rows[0]?.reserved ?? 0
}

test('store checkout, rule 2: of 200 members for the last 5 pieces exactly 5 win, all others STOCK_INSUFFICIENT', async () => {
  const { variantIds } = await openStore(system.owner, [5])
  const responses = await allAtOnce(system.owner, { table: 'checkout.stock_reservation', atLeast: 12 }, () =>
    Promise.all(members.map(member => member.order(orderFor(variantIds)))),
  )
  expect(tally(responses)).toEqual({ '200': 5, '409 STOCK_INSUFFICIENT': 195 })
  expect(await reserved(variantIds)).toBe(5)
})

test('store checkout, rule 2: of 200 members for the last 5 of three items in opposite order, over several locations, exactly 5 win, without a deadlock', async () => {
  const { variantIds } = await openStore(system.owner, [
    [2, 0, 3],
    [4, 1, 3],
    [1, 1, 1, 2],
  ])
  const responses = await allAtOnce(system.owner, { table: 'checkout.stock_reservation', atLeast: 12 }, () =>
    Promise.all(
      members.map((member, line) => member.order(orderFor(line % 2 === 0 ? variantIds : variantIds.toReversed()))),
    ),
  )
  expect(tally(responses)).toEqual({ '200': 5, '409 STOCK_INSUFFICIENT': 195 })
  expect(await reserved(variantIds)).toBe(15)
})

test('orders, cancellations, cash on delivery and shipments of the same items in opposite order never deadlock', async () => {
  const { variantIds } = await openStore(system.owner, [
    [150, 150],
    [200, 100],
    [100, 100, 100],
  ])
  const claims = await grantCoupon(system.owner, members, { usage_limit: 100 })
  const purchases = members.map(async (member, line) => {
    const order = { paymentMethod: 'cod', couponClaimId: line % 2 === 0 ? claims[line] : null } as const
    const started = await member.order(orderFor(line % 2 === 0 ? variantIds : variantIds.toReversed(), order))
    const { orderId } = orderOf(started)
    if (line % 3 === 0) return kindOf(await member.cancelOrder(orderId))
    await member.confirmCod(orderId)
    if (line % 3 === 1) return kindOf(await changeOrderStatus(system, orderId, 'ship'))
    const [shipped, cancelled] = await Promise.all([
      changeOrderStatus(system, orderId, 'ship'),
      member.cancelOrder(orderId),
    ])
    return [shipped, cancelled].map(kindOf).toSorted().join(' and ')
  })
  const ends = new Set(await Promise.all(purchases))
  expect(ends).toEqual(new Set(['200', '200 and 409 CONFLICT']))
})

test('coupons: of 50 members with a claim of a coupon that may be used 3 times exactly 3 have it, all others COUPON_NOT_APPLICABLE', async () => {
  // An item for each, so that it is the coupon and not stock for which they queue.
  const buyers = some(50)
  const { variantIds } = await openStore(
    system.owner,
    buyers.map(() => 1),
  )
  const claims = await grantCoupon(system.owner, buyers, { usage_limit: 3 })
  const responses = await allAtOnce(system.owner, { table: 'checkout.coupon_claim', atLeast: 12 }, () =>
    Promise.all(
      buyers.map((member, line) =>
        member.order(orderFor(variantIds.slice(line, line + 1), { couponClaimId: claims[line] })),
      ),
    ),
  )
  expect(tally(responses)).toEqual({ '200': 3, '409 COUPON_NOT_APPLICABLE': 47 })
  expect(await reserved(variantIds), 'a refused checkout holds nothing').toBe(3)
})

/** The two ways in which a claim comes onto an order. */
const ways = {
  POST: async (variantIds: readonly string[]) => (member: MemberClient, couponClaimId: number) =>
    member.order(orderFor(variantIds, { couponClaimId })),
  PATCH: async (variantIds: readonly string[], buyer: MemberClient) => {
    const { orderId } = orderOf(await buyer.order(orderFor(variantIds)))
    return (member: MemberClient, couponClaimId: number) => member.changeOrder(orderId, { couponClaimId })
  },
}

test.each([
  ['POST', 'POST'],
  ['POST', 'PATCH'],
  ['PATCH', 'PATCH'],
] as const)('coupons: the same claim on two orders at once, by %s and %s: one has it', async (first, second) => {
  const buyers = some(10)
  const claims = await grantCoupon(system.owner, buyers)
  const { variantIds } = await openStore(
    system.owner,
    buyers.flatMap(() => [1, 1]),
  )
  const pairs = await Promise.all(
    buyers.map(async (buyer, line) => {
      const [one = '', other = ''] = variantIds.slice(line * 2, line * 2 + 2)
      return [await ways[first]([one], buyer), await ways[second]([other], buyer)]
    }),
  )
  const responses = await allAtOnce(system.owner, { table: 'checkout.coupon_claim', atLeast: 12 }, () =>
    Promise.all(
      buyers.map((buyer, line) => Promise.all((pairs[line] ?? []).map(apply => apply(buyer, claims[line] ?? 0)))),
    ),
  )
  expect(responses.map(pair => pair.map(kindOf).toSorted())).toEqual(
    buyers.map(() => ['200', '409 COUPON_NOT_APPLICABLE']),
  )
})

test('released pieces are held by at most as many members as there are pieces', async () => {
  const { variantIds } = await openStore(system.owner, [[1, 1], 2])
  const buyers = some(12)
  for (let round = 0; round < 10; round += 1) {
    const held = await Promise.all(
      members.slice(20, 22).map(async owner => ({ owner, ...orderOf(await owner.order(orderFor(variantIds))) })),
    )
    const [cancelled, responses] = await Promise.all([
      Promise.all(held.map(({ owner, orderId }) => owner.cancelOrder(orderId))),
      Promise.all(buyers.map(buyer => buyer.order(orderFor(variantIds)))),
    ])
    expect(tally(cancelled)).toEqual({ '200': 2 })
    const winners = buyers.flatMap((buyer, line) => {
      const response = responses[line]
      return response?.status === 200 ? [{ buyer, ...orderOf(response) }] : []
    })
    expect(winners.length).toBeLessThanOrEqual(2)
    expect(tally(responses.filter(({ status }) => status !== 200))).toEqual({
      '409 STOCK_INSUFFICIENT': 12 - winners.length,
    })
    await Promise.all(winners.map(({ buyer, orderId }) => buyer.cancelOrder(orderId)))
  }
})
