import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { HoldKind } from '@campstore/holds/hold-definition'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { audit } from '../system/audit.ts'
import { openCampground, stayAt } from '../system/campground.ts'
import { type Answer, kindOf, type MemberClient, orderOf, sessionOf, tally } from '../system/client.ts'
import { deadlocks } from '../system/lock-barrier.ts'
import { cancelByStaff } from '../system/staff.ts'
import { decide, giveCoupon, openStore, orderFor } from '../system/store.ts'
import { type StoredHold, storedHolds } from '../system/stored-holds.ts'
import { type System, startSystem } from '../system/system.ts'
import { allEnded, toldOf } from '../system/waiting.ts'

const rounds = 100
let system: System
let members: MemberClient[]
beforeAll(async () => {
  system = await startSystem({ services: ['booking', 'checkout'], holdSeconds: 3, sweepSeconds: 1 })
  members = await system.members(40)
})
afterAll(() => system.stop())
afterEach(async () => {
  expect(await deadlocks(system.owner)).toBe(0)
  expect(await audit(system.owner)).toEqual([])
})

/** What has been held, until when, and what it costs. */
type HoldDefinition = { kind: HoldKind; id: string; endsAt: number; amount: string; member: MemberClient }

async function holdStays(): Promise<HoldDefinition[]> {
  const campground = await openCampground(system.owner, { zones: [rounds], rentals: [rounds] })
  const rentals = campground.rentals.map(rental => ({ ...rental, quantity: 1 }))
  const holds = Array.from({ length: rounds }, async (_, round): Promise<HoldDefinition> => {
    const member = memberAt(round)
    const { bookingId, ...session } = sessionOf(await member.checkout(stayAt(campground, { rentals })))
    const endsAt = Date.parse(session.checkoutExpiresAt)
    return { kind: 'booking', id: bookingId, endsAt, amount: session.pricing.finalAmount, member }
  })
  return Promise.all(holds)
}

async function holdOrders(paymentMethod: 'gateway-credit' | 'cod'): Promise<HoldDefinition[]> {
  const { variantIds } = await openStore(system.owner, [rounds, [rounds / 4, rounds]])
  const holds = Array.from({ length: rounds }, async (_, round): Promise<HoldDefinition> => {
    const member = memberAt(round)
    const items = round % 2 === 0 ? variantIds : variantIds.toReversed()
    const { orderId, ...session } = orderOf(await member.order(orderFor(items, { paymentMethod })))
    const endsAt = Date.parse(session.checkoutExpiresAt)
    return { kind: 'order', id: orderId, endsAt, amount: session.pricing.total, member }
  })
  return Promise.all(holds)
}

function memberAt(round: number): MemberClient {
  const member = members[round % members.length]
  if (!member) throw new Error('no members')
  return member
}

/** One way in which a hold ends, with everything that must be found afterwards. */
type Ending = {
  steps: string[]
  reservations: string
  payments: string[]
  events: string[]
  /** What the member may have been answered. */
  answers: string[]
}

const unapplied = { payments: ['unapplied: cancelled'] }

/** What is aimed at the instant at which holds end, and every way in which that may end. */
const contests: {
  contest: string
  hold: () => Promise<HoldDefinition[]>
  ask: (held: HoldDefinition) => Promise<Answer>
  isPaid: boolean
  endings: Record<string, Ending>
}[] = [
  {
    contest: 'cancel, expiry and payment of one booking',
    hold: holdStays,
    ask: ({ member, id }) => member.cancel(id),
    isPaid: true,
    endings: {
      cancelled: {
        steps: ['cancelled by member'],
        reservations: 'released',
        ...unapplied,
        answers: ['200'],
        events: ['booking.cancelled: member', 'booking.created', 'payment.unapplied: cancelled'],
      },
      expired: {
        steps: ['cancelled by system'],
        reservations: 'released',
        ...unapplied,
        events: ['booking.cancelled: expired', 'booking.created', 'payment.unapplied: cancelled'],
        answers: ['200', '409 BOOKING_EXPIRED'],
      },
      paid: {
        steps: ['pending by payment'],
        reservations: 'active',
        payments: ['applied'],
        events: ['booking.created', 'booking.paid'],
        answers: ['409 BOOKING_EXPIRED', '409 CONFLICT'],
      },
    },
  },
  {
    contest: 'cancel, expiry and payment of one order',
    hold: () => holdOrders('gateway-credit'),
    ask: ({ member, id }) => member.cancelOrder(id),
    isPaid: true,
    endings: {
      cancelled: {
        steps: ['cancelled by member'],
        reservations: 'released',
        ...unapplied,
        answers: ['200'],
        events: ['order.cancelled: member', 'order.created', 'payment.unapplied: cancelled'],
      },
      expired: {
        steps: ['cancelled by system'],
        reservations: 'expired',
        ...unapplied,
        events: ['order.cancelled: expired', 'order.created', 'payment.unapplied: cancelled'],
        answers: ['200', '409 CHECKOUT_EXPIRED'],
      },
      paid: {
        steps: ['unshipped by payment'],
        reservations: 'active',
        payments: ['applied'],
        events: ['order.created', 'order.paid'],
        answers: ['409 CHECKOUT_EXPIRED', '409 CONFLICT'],
      },
    },
  },
  {
    contest: 'cancel by staff, expiry and payment of one booking',
    hold: holdStays,
    ask: ({ id }) => cancelByStaff(system, 'booking', id),
    isPaid: true,
    endings: {
      cancelled: {
        steps: ['cancelled by admin'],
        reservations: 'released',
        ...unapplied,
        answers: ['200'],
        events: ['booking.cancelled: staff', 'booking.created', 'payment.unapplied: cancelled'],
      },
      expired: {
        steps: ['cancelled by system'],
        reservations: 'released',
        ...unapplied,
        answers: ['200'],
        events: ['booking.cancelled: expired', 'booking.created', 'payment.unapplied: cancelled'],
      },
      paid: {
        steps: ['pending by payment'],
        reservations: 'active',
        payments: ['applied'],
        events: ['booking.created', 'booking.paid'],
        answers: ['409 CONFLICT'],
      },
    },
  },
  {
    contest: 'cancel by staff, expiry and payment of one order',
    hold: () => holdOrders('gateway-credit'),
    ask: ({ id }) => cancelByStaff(system, 'order', id),
    isPaid: true,
    endings: {
      cancelled: {
        steps: ['cancelled by admin'],
        reservations: 'released',
        ...unapplied,
        answers: ['200'],
        events: ['order.cancelled: staff', 'order.created', 'payment.unapplied: cancelled'],
      },
      expired: {
        steps: ['cancelled by system'],
        reservations: 'expired',
        ...unapplied,
        answers: ['200'],
        events: ['order.cancelled: expired', 'order.created', 'payment.unapplied: cancelled'],
      },
      paid: {
        steps: ['unshipped by payment'],
        reservations: 'active',
        payments: ['applied'],
        events: ['order.created', 'order.paid'],
        answers: ['409 CONFLICT'],
      },
    },
  },
  {
    contest: 'confirmation of cash on delivery and expiry of one order',
    hold: () => holdOrders('cod'),
    ask: ({ member, id }) => member.confirmCod(id),
    isPaid: false,
    endings: {
      confirmed: {
        steps: ['unshipped by member'],
        reservations: 'active',
        payments: [],
        events: ['order.cod-confirmed', 'order.created'],
        answers: ['200'],
      },
      expired: {
        steps: ['cancelled by system'],
        reservations: 'expired',
        payments: [],
        events: ['order.cancelled: expired', 'order.created'],
        answers: ['409 CHECKOUT_EXPIRED'],
      },
    },
  },
]

test.each(contests)(
  `$contest at the same instant, ${rounds} rounds: one outcome each, and all agree on it`,
  async ({ hold, ask, isPaid, endings }) => {
    const holds = await hold()
    const answers = await Promise.all(holds.map((held, round) => aim(held, round, ask, isPaid)))
    await everythingTold(isPaid ? holds : [])
    const told = await toldOf(system)
    const stored = new Map((await storedHolds(system.owner)).map(one => [one.id, one]))
    const seen = holds.map(({ id }, round) => {
      const one = stored.get(id)
      return one ? judge(one, told.get(id) ?? [], answers[round] ?? '', endings) : { ending: 'lost', flaw: { id } }
    })
    expect(seen.filter(({ flaw }) => flaw !== undefined)).toEqual([])
    // Were there only one, nothing would have met.
    expect(new Set(seen.map(({ ending }) => ending)).size, 'different outcomes').toBeGreaterThan(1)
  },
)

/** Aims a request and, where it is to be paid, a payment at the instant at which the hold ends; a little around it, by the round. */
async function aim(
  held: HoldDefinition,
  round: number,
  ask: (held: HoldDefinition) => Promise<Answer>,
  isPaid: boolean,
): Promise<string> {
  const at = async <T>(offsetMs: number, act: () => Promise<T>): Promise<T> => {
    await pause(Math.max(0, held.endsAt + offsetMs - Date.now()))
    return act()
  }
  const { kind, id, amount } = held
  const [answer] = await Promise.all([
    at(-40 + (round % 7) * 10, () => ask(held)),
    isPaid && at(-40 + (round % 11) * 10, () => system.payments.pay({ kind, id }, amount)),
  ])
  return kindOf(answer)
}

/** Waits until no hold is open, these payments were handled and every event is out. */
async function everythingTold(paidFor: readonly HoldDefinition[]): Promise<void> {
  const unhandled = async () => {
    const { rows } = await system.owner.query<{ unhandled: number }>(
      `select $1 - count(*)::integer as unhandled
       from (
         select target_id from booking.payment_notification
         union all
         select target_id from checkout.payment_notification
       ) payment
       where target_id = any ($2)`,
      [paidFor.length, paidFor.map(({ id }) => id)],
    )
    return rows[0]?.unhandled
  }
  await expect.poll(unhandled, { timeout: 20_000, interval: 100 }).toBe(0)
  await allEnded(system, 20)
}

/** Which ending a hold has had, and what does not belong to it. */
function judge(hold: StoredHold, events: string[], answer: string, endings: Record<string, Ending>) {
  const { steps, payments } = hold
  const reservations = [...new Set(hold.reservations)].join()
  const [ending, expected] = Object.entries(endings).find(([, one]) => one.steps.join() === steps.join()) ?? ['none']
  const found = { steps, reservations, payments, events }
  const { answers = [], ...facts } = expected ?? {}
  const agrees = isDeepStrictEqual(found, facts) && answers.includes(answer)
  return { ending, flaw: agrees ? undefined : { id: hold.id, found, answer } }
}

test('orders of the same items in opposite order, while others expire, are cancelled, paid and shipped: no deadlock, and stock is what is left', async () => {
  const pieces = 400
  const { variantIds } = await openStore(system.owner, [
    [100, 300],
    [200, 200],
    [150, 150, 100],
  ])
  const claims = await giveCoupon(system.owner, members, { usage_limit: 20 })
  /** Each member orders several times, so that new orders come while the holds of the first ones end. */
  const stories = members.map(async (member, line) => {
    const ends: string[] = []
    for (let turn = 0; turn < 6; turn += 1) {
      const couponClaimId = turn === 0 && line < 20 ? claims[line] : null
      const items = (line + turn) % 2 === 0 ? variantIds : variantIds.toReversed()
      ends.push(await endSomehow(member, orderOf(await member.order(orderFor(items, { couponClaimId }))), line + turn))
      await pause(600)
    }
    return ends
  })
  const ends = (await Promise.all(stories)).flat()
  expect(new Set(ends)).toEqual(new Set(['left', 'cancelled', 'shipped']))
  await allEnded(system, 20)
  const shipped = ends.filter(end => end === 'shipped').length
  const { rows } = await system.owner.query(
    `select sum(on_hand)::integer as "onHand", sum(reserved)::integer as reserved
     from inventory.stock
     where variant_id = any ($1)
     group by variant_id`,
    [variantIds],
  )
  expect(rows).toEqual(variantIds.map(() => ({ onHand: pieces - shipped, reserved: 0 })))
})

/** Leaves an order to its end, cancels it, or has it paid and shipped, by the number. */
async function endSomehow(
  member: MemberClient,
  { orderId, pricing }: ReturnType<typeof orderOf>,
  number: number,
): Promise<'left' | 'cancelled' | 'shipped'> {
  if (number % 3 === 0) return 'left'
  if (number % 3 === 1) {
    expect(tally([await member.cancelOrder(orderId)])).toEqual({ '200': 1 })
    return 'cancelled'
  }
  await system.payments.pay({ kind: 'order', id: orderId }, pricing.total)
  await expect.poll(async () => (await decide(system, orderId, 'ship')).status, { timeout: 5_000 }).toBe(200)
  return 'shipped'
}
