import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from '../system/audit.ts'
import { kindOf, type MemberClient, orderOf } from '../system/client.ts'
import { behindGate } from '../system/lock-barrier.ts'
import { cancelByStaff } from '../system/staff.ts'
import { decide, giveCoupon, type OpenStore, openStore, orderFor } from '../system/store.ts'
import { storedHold } from '../system/stored-holds.ts'
import { type System, startSystem } from '../system/system.ts'
import { toldOf } from '../system/waiting.ts'

/** So many orders at once that every request of theirs finds a database connection on which to wait. */
const ordersAtOnce = 5
const batchesOfEach = 4

let system: System
let members: MemberClient[]
let store: OpenStore
beforeAll(async () => {
  system = await startSystem({ services: ['checkout'] })
  members = await system.members(ordersAtOnce)
  store = await openStore(system.owner, [[300, 700], 1000])
})
afterAll(() => system.stop())

/** An order over which two acts fight, and the claim that is on it or may come onto it. */
type Contested = { member: MemberClient; orderId: string; total: string; claimId: number }

/** What can be done to an order, and how the answer reads. */
const acts = {
  cancel: async ({ member, orderId }: Contested) => kindOf(await member.cancelOrder(orderId)),
  'confirm-cod': async ({ member, orderId }: Contested) => kindOf(await member.confirmCod(orderId)),
  'cancel by staff': async ({ orderId }: Contested) => kindOf(await cancelByStaff(system, 'order', orderId)),
  ship: async ({ orderId }: Contested) => kindOf(await decide(system, orderId, 'ship')),
  pay: async ({ orderId, total }: Contested) => {
    await system.payments.pay({ kind: 'order', id: orderId }, total)
    return 'told'
  },
  'use a coupon': async ({ member, orderId, claimId }: Contested) =>
    kindOf(await member.changeOrder(orderId, { couponClaimId: claimId })),
}
type Act = keyof typeof acts

/** How an order stands when both acts are over; `events` are those after its creation, in alphabetical order. */
type Outcome = {
  /** Of the first act and the second. */
  answers: [string, string]
  steps: string[]
  reservations: 'active' | 'released'
  payments: string[]
  claim: 'available' | 'applied' | 'used'
  events: string[]
}

type Duel = {
  acts: [Act, Act]
  /** What the order is before: waiting to be paid online, for cash on delivery to be confirmed, or confirmed. */
  before: 'online' | 'online without coupon' | 'cod' | 'cod confirmed'
  /** When the first act comes first, and when the second does. */
  outcomes: [Outcome, Outcome]
}

const confirmed = { steps: ['unshipped by member'], events: ['order.cod-confirmed'] }
const cancelled = { steps: ['cancelled by member'], events: ['order.cancelled: member'] }
const ended = { steps: ['cancelled by admin'], events: ['order.cancelled: staff'] }
const paid = { steps: ['unshipped by payment'], events: ['order.paid'] }
const unapplied = (reason: string) => ({ payments: [`unapplied: ${reason}`] })
const told = (reason: string) => `payment.unapplied: ${reason}`

const duels: Duel[] = [
  {
    acts: ['cancel', 'pay'],
    before: 'online',
    outcomes: [
      {
        answers: ['200', 'told'],
        ...cancelled,
        events: [...cancelled.events, told('cancelled')],
        reservations: 'released',
        ...unapplied('cancelled'),
        claim: 'available',
      },
      {
        answers: ['409 CONFLICT', 'told'],
        ...paid,
        reservations: 'active',
        payments: ['applied'],
        claim: 'used',
      },
    ],
  },
  {
    acts: ['cancel', 'confirm-cod'],
    before: 'cod',
    outcomes: [
      {
        answers: ['200', '409 CONFLICT'],
        ...cancelled,
        reservations: 'released',
        payments: [],
        claim: 'available',
      },
      {
        answers: ['200', '200'],
        steps: [...confirmed.steps, ...cancelled.steps],
        reservations: 'released',
        payments: [],
        claim: 'available',
        events: [...cancelled.events, ...confirmed.events],
      },
    ],
  },
  {
    acts: ['confirm-cod', 'pay'],
    before: 'cod',
    outcomes: [
      {
        answers: ['200', 'told'],
        ...confirmed,
        events: [...confirmed.events, told('cod_confirmed')],
        reservations: 'active',
        ...unapplied('cod_confirmed'),
        claim: 'used',
      },
      {
        answers: ['409 CONFLICT', 'told'],
        ...paid,
        reservations: 'active',
        payments: ['applied'],
        claim: 'used',
      },
    ],
  },
  {
    acts: ['ship', 'cancel'],
    before: 'cod confirmed',
    outcomes: [
      {
        answers: ['200', '409 CONFLICT'],
        steps: [...confirmed.steps, 'shipped by admin'],
        reservations: 'released',
        payments: [],
        claim: 'used',
        events: [...confirmed.events, 'order.shipped'],
      },
      {
        answers: ['409 CONFLICT', '200'],
        steps: [...confirmed.steps, ...cancelled.steps],
        reservations: 'released',
        payments: [],
        claim: 'available',
        events: [...cancelled.events, ...confirmed.events],
      },
    ],
  },
  {
    acts: ['cancel by staff', 'pay'],
    before: 'online',
    outcomes: [
      {
        answers: ['200', 'told'],
        ...ended,
        events: [...ended.events, told('cancelled')],
        reservations: 'released',
        ...unapplied('cancelled'),
        claim: 'available',
      },
      {
        answers: ['409 CONFLICT', 'told'],
        ...paid,
        reservations: 'active',
        payments: ['applied'],
        claim: 'used',
      },
    ],
  },
  {
    acts: ['cancel by staff', 'cancel'],
    before: 'online',
    outcomes: [
      {
        answers: ['200', '200'],
        ...ended,
        reservations: 'released',
        payments: [],
        claim: 'available',
      },
      {
        answers: ['200', '200'],
        ...cancelled,
        reservations: 'released',
        payments: [],
        claim: 'available',
      },
    ],
  },
  {
    acts: ['cancel by staff', 'confirm-cod'],
    before: 'cod',
    outcomes: [
      {
        answers: ['200', '409 CONFLICT'],
        ...ended,
        reservations: 'released',
        payments: [],
        claim: 'available',
      },
      {
        answers: ['200', '200'],
        steps: [...confirmed.steps, ...ended.steps],
        reservations: 'released',
        payments: [],
        claim: 'available',
        events: [...ended.events, ...confirmed.events],
      },
    ],
  },
  {
    acts: ['ship', 'cancel by staff'],
    before: 'cod confirmed',
    outcomes: [
      {
        answers: ['200', '409 CONFLICT'],
        steps: [...confirmed.steps, 'shipped by admin'],
        reservations: 'released',
        payments: [],
        claim: 'used',
        events: [...confirmed.events, 'order.shipped'],
      },
      {
        answers: ['409 CONFLICT', '200'],
        steps: [...confirmed.steps, ...ended.steps],
        reservations: 'released',
        payments: [],
        claim: 'available',
        events: [...ended.events, ...confirmed.events],
      },
    ],
  },
  {
    acts: ['use a coupon', 'pay'],
    before: 'online without coupon',
    outcomes: [
      {
        answers: ['200', 'told'],
        steps: [],
        reservations: 'active',
        ...unapplied('amount_mismatch'),
        claim: 'applied',
        events: ['order.updated', told('amount_mismatch')],
      },
      {
        answers: ['409 CONFLICT', 'told'],
        ...paid,
        reservations: 'active',
        payments: ['applied'],
        claim: 'available',
      },
    ],
  },
]

describe.each(duels)('$acts.0 against $acts.1 of one order', duel => {
  const [first, second] = duel.acts
  test.each([
    { story: `${first} comes first`, order: [0, 1], allowed: [0] },
    { story: `${second} comes first`, order: [1, 0], allowed: [1] },
    { story: 'at the same instant', order: undefined, allowed: [0, 1] },
  ])('$story: what the lock decides is what everybody is told', async ({ order, allowed }) => {
    const expected = allowed.map(line => duel.outcomes[line])
    for (let batch = 0; batch < batchesOfEach; batch += 1) {
      const contested = await Promise.all(members.map(prepare(duel.before, await giveCoupon(system.owner, members))))
      const answers = await fight(contested, duel.acts, order)
      await everythingTold(duel.acts.includes('pay') ? contested : [])
      const events = await toldOf(system)
      const found = await Promise.all(contested.map((one, line) => outcomeOf(one, answers[line] ?? [], events)))
      for (const outcome of found) expect(expected).toContainEqual(outcome)
    }
    expect(await audit(system.owner)).toEqual([])
  })
})

/** Orders what is fought over. */
const prepare =
  (before: Duel['before'], claims: readonly number[]) =>
  async (member: MemberClient, line: number): Promise<Contested> => {
    const claimId = claims[line] ?? 0
    const answer = await member.order(
      orderFor(line % 2 === 0 ? store.variantIds : store.variantIds.toReversed(), {
        paymentMethod: before.startsWith('cod') ? 'cod' : 'gateway-credit',
        couponClaimId: before === 'online without coupon' ? null : claimId,
      }),
    )
    const { orderId, pricing } = orderOf(answer)
    if (before === 'cod confirmed') orderOf(await member.confirmCod(orderId))
    return { member, orderId, total: pricing.total, claimId }
  }

/** Lets both acts run into the locked orders, in this order or all at once; answers what each act was answered, by order. */
const fight = (contested: readonly Contested[], pair: Duel['acts'], order: readonly number[] | undefined) =>
  behindGate(
    system.owner,
    {
      text: 'select from checkout.store_order where id = any ($1) for update',
      values: [contested.map(({ orderId }) => orderId)],
    },
    async gate => {
      const running: Promise<string>[][] = [[], []]
      for (const [turn, act] of (order ?? [0, 1]).entries()) {
        const name = pair[act]
        if (name) running[act] = contested.map(acts[name])
        if (order !== undefined || turn === 1) await gate.crowded((turn + 1) * contested.length)
      }
      await gate.open()
      const answers = await Promise.all(running.map(answersOfOne => Promise.all(answersOfOne)))
      return contested.map((_, line) => answers.map(answersOfOne => answersOfOne[line] ?? ''))
    },
  )

/** Waits until the payments of these orders were handled and every event is out. */
async function everythingTold(paidFor: readonly Contested[]): Promise<void> {
  const open = async () => {
    const { rows } = await system.owner.query<{ open: number }>(
      `select (
         (select count(*) from checkout.outbox)
         + $1 - (select count(*) from checkout.payment_notification where target_id = any ($2))
       )::integer as open`,
      [paidFor.length, paidFor.map(({ orderId }) => orderId)],
    )
    return rows[0]?.open
  }
  await expect.poll(open, { timeout: 10_000, interval: 20 }).toBe(0)
}

async function outcomeOf(
  { orderId, claimId }: Contested,
  answers: readonly string[],
  eventsOf: ReadonlyMap<string, string[]>,
) {
  const { steps, reservations, payments } = await storedHold(system.owner, orderId)
  const { rows } = await system.owner.query<{ status: string }>(
    'select status from checkout.coupon_claim where id = $1',
    [claimId],
  )
  const events = eventsOf.get(orderId)?.filter(event => event !== 'order.created')
  return { answers, steps, reservations: [...new Set(reservations)].join(), payments, claim: rows[0]?.status, events }
}
