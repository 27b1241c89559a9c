import type { Queryable } from '@campstore/database/database'
import { countWaiting, delayRequests } from '@campstore/testing/delayed-transaction'
import { storedHold } from '@campstore/testing/stored-holds'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from '../system/audit.ts'
import { kindOf, type MemberClient, orderOf } from '../system/client.ts'
import { actByStaff } from '../system/staff.ts'
import { grantCoupon, type OpenStore, openStore, orderFor } from '../system/store.ts'
import { type System, startSystem } from '../system/system.ts'
import { publishedEvents } from '../system/waiting.ts'
import {
  after,
  type Change,
  cancelled,
  cancelledPaid,
  codConfirmed,
  completed,
  givenBack,
  type Outcome,
  paid,
  recipientChanged,
  returned,
  returnedCod,
  returnedPart,
  shipped,
  unapplied,
  unshipped,
  untilProcessed,
  updated,
} from './outcomes.ts'

/** One with its items in each order. The lock decides which operation comes first, so more of them find no more. */
const ordersAtOnce = 2

let system: System
let members: MemberClient[]
let store: OpenStore
beforeAll(async () => {
  system = await startSystem({ services: ['checkout'] })
  members = await system.members(ordersAtOnce)
  store = await openStore(system.owner, [[300, 700], 1000])
})
// What the races leave stays, so one audit at the end covers all of it.
afterAll(async () => {
  expect(await audit(system.owner)).toEqual([])
  await system.stop()
})

/** An order of a race, one of its two pieces, and the coupon claim that is applied to it or may be. */
type RacedOrder = { member: MemberClient; orderId: string; pieceId: number; total: string; claimId: number }

/** What can be done to an order; each returns how it ended. */
const operations = {
  cancel: async ({ member, orderId }: RacedOrder) => kindOf(await member.cancelOrder(orderId)),
  'confirm-cod': async ({ member, orderId }: RacedOrder) => kindOf(await member.confirmCod(orderId)),
  'cancel paid': async ({ orderId }: RacedOrder) =>
    kindOf(await actByStaff(system, 'order', orderId, 'cancel-paid', { reason: 'closed' })),
  ship: async ({ orderId }: RacedOrder) => kindOf(await actByStaff(system, 'order', orderId, 'ship')),
  complete: async ({ orderId }: RacedOrder) => kindOf(await actByStaff(system, 'order', orderId, 'complete')),
  return: async ({ orderId }: RacedOrder) =>
    kindOf(await actByStaff(system, 'order', orderId, 'returns', { reason: 'refused' })),
  unship: async ({ orderId }: RacedOrder) =>
    kindOf(await actByStaff(system, 'order', orderId, 'unship', { reason: 'wrong parcel' })),
  reallocate: async ({ orderId }: RacedOrder) => kindOf(await actByStaff(system, 'order', orderId, 'reallocate')),
  'correct recipient': async ({ orderId }: RacedOrder) =>
    kindOf(await actByStaff(system, 'order', orderId, 'recipient', { address: 'No. 1' }, 'PATCH')),
  'return a piece': async ({ orderId, pieceId }: RacedOrder) => {
    const items = [{ orderItemId: pieceId, quantity: 1, to: 'stock' }]
    return kindOf(await actByStaff(system, 'order', orderId, 'returns', { items, reason: 'too small' }))
  },
  'give all back': async ({ orderId, total }: RacedOrder) =>
    kindOf(await actByStaff(system, 'order', orderId, 'refunds', { amount: total, reason: 'lost on the way' })),
  pay: async ({ orderId, total }: RacedOrder) => {
    await system.payments.pay({ kind: 'order', id: orderId }, total)
    return 'published'
  },
  'use a coupon': async ({ member, orderId, claimId }: RacedOrder) =>
    kindOf(await member.changeOrder(orderId, { couponClaimId: claimId })),
}
type Operation = keyof typeof operations

/** What is found when both operations are over, with the result of the first one and the second one. */
type RaceOutcome = Outcome & { results: [string, string]; claim: 'available' | 'applied' | 'used' }

type Race = {
  operations: [Operation, Operation]
  /** What the order is before: waiting to be paid online, for cash on delivery to be confirmed, or confirmed. */
  before:
    | 'online'
    | 'online without coupon'
    | 'online paid'
    | 'online shipped'
    | 'cod'
    | 'cod confirmed'
    | 'cod shipped'
  /** When the first operation comes first, and when the second does. */
  outcomes: [RaceOutcome, RaceOutcome]
  /** What also may be, whichever comes first. */
  or?: RaceOutcome
}

const outcome = (one: string, other: string, claim: RaceOutcome['claim'], ...changes: Change[]): RaceOutcome => ({
  results: [one, other],
  claim,
  ...after('order', ...changes),
})

const conflict = '409 CONFLICT'
/** More than is left: of the payment, or of the pieces. */
const tooMuch = '400 VALIDATION_ERROR'
const published = 'published'
const paidFirst = outcome(conflict, published, 'used', paid)

/**
 * A cancel or a change of the amount cannot know how a payment ends while the payment is in hand and waits for the lock. On a
 * slow machine, the check for a payment may take too long even when there is none.
 */
const unavailable = '503 SERVICE_UNAVAILABLE'
const notKnown = outcome(unavailable, published, 'used', paid)

/** Both get the order as it is, and only one has cancelled it. */
const cancelledOnce = outcome('200', '200', 'available', paid, cancelledPaid)

/** The second one finds it corrected. */
const correctedOnce = outcome('200', '200', 'used', paid, recipientChanged)

/** What has come back once does not come back again, and is not cancelled. */
const returnedOnce = outcome('200', conflict, 'used', paid, shipped, returned)
const returnedOnceMore = outcome(conflict, '200', 'used', paid, shipped, returned)

const races: Race[] = [
  {
    operations: ['cancel', 'pay'],
    before: 'online',
    outcomes: [outcome('200', published, 'available', cancelled('member'), unapplied('cancelled')), paidFirst],
    or: notKnown,
  },
  {
    operations: ['cancel', 'confirm-cod'],
    before: 'cod',
    outcomes: [
      outcome('200', conflict, 'available', cancelled('member')),
      outcome('200', '200', 'available', codConfirmed, cancelled('member')),
    ],
    or: outcome(unavailable, '200', 'used', codConfirmed),
  },
  {
    operations: ['confirm-cod', 'pay'],
    before: 'cod',
    outcomes: [outcome('200', published, 'used', codConfirmed, unapplied('cod_confirmed')), paidFirst],
  },
  {
    operations: ['ship', 'cancel'],
    before: 'cod confirmed',
    outcomes: [
      outcome('200', conflict, 'used', codConfirmed, shipped),
      outcome(conflict, '200', 'available', codConfirmed, cancelled('member')),
    ],
    or: outcome('200', unavailable, 'used', codConfirmed, shipped),
  },
  {
    operations: ['cancel paid', 'ship'],
    before: 'online paid',
    outcomes: [
      outcome('200', conflict, 'available', paid, cancelledPaid),
      outcome(conflict, '200', 'used', paid, shipped),
    ],
  },
  { operations: ['cancel paid', 'cancel paid'], before: 'online paid', outcomes: [cancelledOnce, cancelledOnce] },
  {
    operations: ['cancel paid', 'pay'],
    before: 'online paid',
    outcomes: [
      outcome('200', published, 'available', paid, cancelledPaid, unapplied('cancelled')),
      outcome('200', published, 'available', paid, unapplied('already_paid'), cancelledPaid),
    ],
  },
  {
    operations: ['return', 'complete'],
    before: 'online shipped',
    outcomes: [
      outcome('200', conflict, 'used', paid, shipped, returned),
      outcome('200', '200', 'used', paid, shipped, completed, returned),
    ],
  },
  {
    operations: ['return', 'ship'],
    before: 'online paid',
    outcomes: [outcome(conflict, '200', 'used', paid, shipped), outcome('200', '200', 'used', paid, shipped, returned)],
  },
  {
    operations: ['return', 'give all back'],
    before: 'online shipped',
    outcomes: [
      outcome('200', tooMuch, 'used', paid, shipped, returned),
      outcome('200', '200', 'used', paid, shipped, givenBack, returnedCod),
    ],
  },
  {
    operations: ['return a piece', 'return a piece'],
    before: 'online shipped',
    outcomes: [
      outcome('200', tooMuch, 'used', paid, shipped, returnedPart),
      outcome(tooMuch, '200', 'used', paid, shipped, returnedPart),
    ],
  },
  {
    operations: ['return a piece', 'return'],
    before: 'online shipped',
    outcomes: [
      outcome('200', '200', 'used', paid, shipped, returnedPart, returned),
      outcome(conflict, '200', 'used', paid, shipped, returned),
    ],
  },
  {
    operations: ['correct recipient', 'ship'],
    before: 'online paid',
    outcomes: [
      outcome('200', '200', 'used', paid, recipientChanged, shipped),
      outcome(conflict, '200', 'used', paid, shipped),
    ],
  },
  {
    operations: ['correct recipient', 'correct recipient'],
    before: 'online paid',
    outcomes: [correctedOnce, correctedOnce],
  },
  {
    operations: ['correct recipient', 'cancel paid'],
    before: 'online paid',
    outcomes: [
      outcome('200', '200', 'available', paid, recipientChanged, cancelledPaid),
      outcome(conflict, '200', 'available', paid, cancelledPaid),
    ],
  },
  {
    operations: ['unship', 'ship'],
    before: 'online shipped',
    outcomes: [
      outcome('200', '200', 'used', paid, shipped, unshipped, shipped),
      outcome('200', conflict, 'used', paid, shipped, unshipped),
    ],
  },
  {
    operations: ['unship', 'return'],
    before: 'online shipped',
    outcomes: [
      outcome('200', conflict, 'used', paid, shipped, unshipped),
      outcome(conflict, '200', 'used', paid, shipped, returned),
    ],
  },
  {
    operations: ['unship', 'return a piece'],
    before: 'online shipped',
    outcomes: [
      outcome('200', conflict, 'used', paid, shipped, unshipped),
      outcome(conflict, '200', 'used', paid, shipped, returnedPart),
    ],
  },
  {
    operations: ['unship', 'complete'],
    before: 'cod shipped',
    outcomes: [
      outcome('200', conflict, 'used', codConfirmed, shipped, unshipped),
      outcome(conflict, '200', 'used', codConfirmed, shipped, completed),
    ],
  },
  {
    operations: ['unship', 'reallocate'],
    before: 'online shipped',
    outcomes: [
      outcome('200', '200', 'used', paid, shipped, unshipped),
      outcome('200', conflict, 'used', paid, shipped, unshipped),
    ],
  },
  { operations: ['return', 'return'], before: 'online shipped', outcomes: [returnedOnce, returnedOnceMore] },
  { operations: ['return', 'cancel paid'], before: 'online shipped', outcomes: [returnedOnce, returnedOnce] },
  {
    operations: ['return', 'pay'],
    before: 'online shipped',
    outcomes: [
      outcome('200', published, 'used', paid, shipped, returned, unapplied('already_paid')),
      outcome('200', published, 'used', paid, shipped, unapplied('already_paid'), returned),
    ],
  },
  {
    operations: ['return', 'complete'],
    before: 'cod shipped',
    outcomes: [
      outcome('200', conflict, 'available', codConfirmed, shipped, returnedCod),
      outcome('200', '200', 'used', codConfirmed, shipped, completed, returnedCod),
    ],
  },
  {
    operations: ['return', 'pay'],
    before: 'cod shipped',
    outcomes: [
      outcome('200', published, 'available', codConfirmed, shipped, returnedCod, unapplied('cod_confirmed')),
      outcome('200', published, 'available', codConfirmed, shipped, unapplied('cod_confirmed'), returnedCod),
    ],
  },
  {
    operations: ['use a coupon', 'pay'],
    before: 'online without coupon',
    outcomes: [
      outcome('200', published, 'applied', updated, unapplied('amount_mismatch')),
      { ...paidFirst, claim: 'available' },
    ],
    or: { ...notKnown, claim: 'available' },
  },
]

describe.each(races)('$operations.0 against $operations.1 of one order', race => {
  test.each([
    { sequence: `${race.operations[0]} comes first`, index: 0 },
    { sequence: `${race.operations[1]} comes first`, index: 1 },
  ] as const)('$sequence: responses and events are what was decided under the lock', async ({ index }) => {
    const claims = await grantCoupon(system.owner, members)
    const orders = await Promise.all(members.map((_, line) => placeOrder(race.before, line, claims)))
    const ids = orders.map(({ orderId }) => orderId)
    const isPaid = race.before === 'online paid' || race.before === 'online shipped'
    if (isPaid) await untilProcessed(system.owner, ids)
    if (race.before.endsWith('shipped'))
      for (const id of ids) expect(kindOf(await actByStaff(system, 'order', id, 'ship'))).toBe('200')
    const results = await runRace(orders, race.operations, index)
    const payments = [isPaid, race.operations.includes('pay')].filter(Boolean).length
    await untilProcessed(system.owner, ids, payments)
    const events = await publishedEvents(system)
    const found = await Promise.all(orders.map((order, line) => outcomeOf(order, results[line] ?? [], events)))
    const expected = [race.outcomes[index], ...(race.or ? [race.or] : [])]
    for (const outcome of found) expect(expected).toContainEqual(outcome)
  })
})

/** Places the order that a member's race is about. */
async function placeOrder(before: Race['before'], index: number, claims: readonly number[]): Promise<RacedOrder> {
  const [member, claimId] = [members[index], claims[index]]
  if (!member || claimId === undefined) throw new Error(`There are only ${members.length} members`)
  const response = await member.order(
    orderFor(index % 2 === 0 ? store.variantIds : store.variantIds.toReversed(), {
      paymentMethod: before.startsWith('cod') ? 'cod' : 'gateway-credit',
      couponClaimId: before === 'online without coupon' ? null : claimId,
    }),
  )
  const { orderId, pricing } = orderOf(response)
  if (before === 'cod confirmed' || before === 'cod shipped') orderOf(await member.confirmCod(orderId))
  if (before === 'online paid' || before === 'online shipped')
    await system.payments.pay({ kind: 'order', id: orderId }, pricing.total)
  const sql = 'select min(id)::integer as id from checkout.order_item where order_id = $1'
  const { rows } = await system.owner.query<{ id: number }>(sql, [orderId])
  return { member, orderId, pieceId: rows[0]?.id ?? Number.NaN, total: pricing.total, claimId }
}

/** Starts one operation and then the other while the orders are locked; returns the results by order. */
async function runRace(
  orders: readonly RacedOrder[],
  pair: Race['operations'],
  firstIndex: 0 | 1,
): Promise<string[][]> {
  const ids = orders.map(({ orderId }) => orderId)
  const lock = (tx: Queryable) => tx.query('select from checkout.store_order where id = any ($1) for update', [ids])
  const inTurn = <T>([one, other]: readonly [T, T]): [T, T] => (firstIndex === 0 ? [one, other] : [other, one])
  const results = await delayRequests(system.owner, { lock, atLeast: 2 * orders.length }, async () => {
    const [first, second] = inTurn(pair)
    const ofFirst = Promise.all(orders.map(operations[first]))
    await expect.poll(() => countWaiting(system.owner), { interval: 20 }).toBeGreaterThanOrEqual(orders.length)
    const ofSecond = Promise.all(orders.map(operations[second]))
    return Promise.all([ofFirst, ofSecond])
  })
  const [one, other] = inTurn(results)
  return orders.map((_, line) => [one[line] ?? '', other[line] ?? ''])
}

async function outcomeOf(
  { orderId, claimId }: RacedOrder,
  results: readonly string[],
  events: ReadonlyMap<string, string[]>,
) {
  const { steps, reservations, payments } = await storedHold(system.owner, orderId)
  const { rows } = await system.owner.query<{ status: string }>(
    'select status from checkout.coupon_claim where id = $1',
    [claimId],
  )
  const outcome = { steps, reservations: [...new Set(reservations)].join(), payments, events: events.get(orderId) }
  return { results, claim: rows[0]?.status, ...outcome }
}
