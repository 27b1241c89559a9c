import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { HoldKind } from '@campstore/holds/hold-definition'
import { openCampground } from '@campstore/testing/campground'
import type { ApiResponse } from '@campstore/testing/send'
import { type StoredHold, storedHolds } from '@campstore/testing/stored-holds'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { audit, deadlocks } from '../system/audit.ts'
import { stayAt } from '../system/campground.ts'
import { kindOf, type MemberClient, orderOf, repeatingRefusals, sessionOf } from '../system/client.ts'
import { actByStaff, cancelByStaff } from '../system/staff.ts'
import { grantCoupon, openStore, orderFor } from '../system/store.ts'
import { type System, startSystem } from '../system/system.ts'
import { allEnded, publishedEvents } from '../system/waiting.ts'
import { after, cancelled, codConfirmed, type Outcome, paid, unapplied, untilProcessed } from './outcomes.ts'

const rounds = 16
let system: System
let members: MemberClient[]
beforeAll(async () => {
  system = await startSystem({ services: ['booking', 'checkout'], holdSeconds: 3, sweepSeconds: 1 })
  members = (await system.members(20)).map(repeatingRefusals)
})
afterAll(() => system.stop())
afterEach(async () => {
  expect(await deadlocks(system.owner)).toBe(0)
  expect(await audit(system.owner)).toEqual([])
})

/** A hold with its deadline and price. */
type TimedHold = { kind: HoldKind; id: string; deadline: number; amount: string; member: MemberClient }

async function holdStays(): Promise<TimedHold[]> {
  const campground = await openCampground(system.owner, { zones: [rounds], rentals: [rounds] })
  const rentals = campground.rentals.map(rental => ({ ...rental, quantity: 1 }))
  const holds = Array.from({ length: rounds }, async (_, round): Promise<TimedHold> => {
    const member = memberAt(round)
    const { bookingId, ...session } = sessionOf(await member.checkout(stayAt(campground, { rentals })))
    const deadline = Date.parse(session.checkoutExpiresAt)
    return { kind: 'booking', id: bookingId, deadline, amount: session.pricing.finalAmount, member }
  })
  return Promise.all(holds)
}

async function holdOrders(paymentMethod: 'gateway-credit' | 'cod'): Promise<TimedHold[]> {
  const { variantIds } = await openStore(system.owner, [rounds, [rounds / 4, rounds]])
  const holds = Array.from({ length: rounds }, async (_, round): Promise<TimedHold> => {
    const member = memberAt(round)
    const items = round % 2 === 0 ? variantIds : variantIds.toReversed()
    const { orderId, ...session } = orderOf(await member.order(orderFor(items, { paymentMethod })))
    const deadline = Date.parse(session.checkoutExpiresAt)
    return { kind: 'order', id: orderId, deadline, amount: session.pricing.total, member }
  })
  return Promise.all(holds)
}

function memberAt(round: number): MemberClient {
  const member = members[round % members.length]
  if (!member) throw new Error('no members')
  return member
}

/** One end of a hold, with the responses that its member or staff may get. */
type End = Outcome & { responses: string[] }

/** Operations at the instant at which holds expire, and every outcome that is allowed. */
const races: {
  race: string
  hold: () => Promise<TimedHold[]>
  request: (hold: TimedHold) => Promise<ApiResponse>
  isPaid: boolean
  ends: Record<string, End>
}[] = [
  {
    race: 'cancel, expiry and payment of one booking',
    hold: holdStays,
    request: ({ member, id }) => member.cancel(id),
    isPaid: true,
    ends: {
      cancelled: { ...after('booking', cancelled('member'), unapplied('cancelled')), responses: ['200'] },
      expired: {
        ...after('booking', cancelled('expired'), unapplied('cancelled')),
        responses: ['200', '409 BOOKING_EXPIRED'],
      },
      paid: { ...after('booking', paid), responses: ['409 BOOKING_EXPIRED', '409 CONFLICT'] },
    },
  },
  {
    race: 'cancel, expiry and payment of one order',
    hold: () => holdOrders('gateway-credit'),
    request: ({ member, id }) => member.cancelOrder(id),
    isPaid: true,
    ends: {
      cancelled: { ...after('order', cancelled('member'), unapplied('cancelled')), responses: ['200'] },
      expired: {
        ...after('order', cancelled('expired'), unapplied('cancelled')),
        responses: ['200', '409 CHECKOUT_EXPIRED'],
      },
      paid: { ...after('order', paid), responses: ['409 CHECKOUT_EXPIRED', '409 CONFLICT'] },
    },
  },
  {
    race: 'cancel by staff, expiry and payment of one booking',
    hold: holdStays,
    request: ({ id }) => cancelByStaff(system, 'booking', id),
    isPaid: true,
    ends: {
      cancelled: { ...after('booking', cancelled('staff'), unapplied('cancelled')), responses: ['200'] },
      expired: { ...after('booking', cancelled('expired'), unapplied('cancelled')), responses: ['200'] },
      paid: { ...after('booking', paid), responses: ['409 CONFLICT'] },
    },
  },
  {
    race: 'confirmation of cash on delivery and expiry of one order',
    hold: () => holdOrders('cod'),
    request: ({ member, id }) => member.confirmCod(id),
    isPaid: false,
    ends: {
      confirmed: { ...after('order', codConfirmed), responses: ['200'] },
      expired: { ...after('order', cancelled('expired')), responses: ['409 CHECKOUT_EXPIRED'] },
    },
  },
]

test.each(races)(
  `$race at the same instant, ${rounds} rounds: one outcome each, and all agree on it`,
  async ({ hold, request, isPaid, ends }) => {
    const outcomes = new Set<string>()
    // With only one outcome there was no race: on a busy machine all requests may have come too late, and are sent earlier then.
    for (let turn = 0; turn < 6 && outcomes.size < 2; turn += 1) {
      const holds = await hold()
      const earlier = 3 ** turn
      const responses = await Promise.all(
        holds.map((held, round) => sendAtExpiry(held, { round, earlier }, request, isPaid)),
      )
      await untilProcessed(system.owner, isPaid ? holds.map(({ id }) => id) : [])
      await allEnded(system)
      const events = await publishedEvents(system)
      const stored = new Map((await storedHolds(system.owner)).map(one => [one.id, one]))
      const found = holds.map(({ id }, round) => {
        const one = stored.get(id)
        return one
          ? checkEnd(one, events.get(id) ?? [], responses[round] ?? '', ends)
          : { end: 'not stored', mismatch: 'not stored' }
      })
      const mismatches = found.flatMap(({ mismatch }) => mismatch ?? [])
      // The message has each kind of mismatch in full, which the comparison cuts short.
      expect(mismatches, [...new Set(mismatches)].join('\n')).toEqual([])
      for (const { end } of found) outcomes.add(end)
    }
    expect(outcomes.size, 'different outcomes').toBeGreaterThan(1)
  },
)

/**
 * Sends a request, and a payment if it is paid, at about the instant at which the hold expires, depending on the round.
 *
 * @param earlier how many times earlier than usual those requests are sent that come before
 */
async function sendAtExpiry(
  held: TimedHold,
  { round, earlier }: { round: number; earlier: number },
  request: (hold: TimedHold) => Promise<ApiResponse>,
  isPaid: boolean,
): Promise<string> {
  const at = async <T>(offsetMs: number, operation: () => Promise<T>): Promise<T> => {
    await pause(Math.max(0, held.deadline + offsetMs - Date.now()))
    return operation()
  }
  const { kind, id, amount } = held
  const [response] = await Promise.all([
    // From 15 ms after to 300 ms before: some are sent at the right time on a slow machine, too.
    at(20 - 5 * 2 ** (round % 7) * (round % 7 === 0 ? 1 : earlier), () => request(held)),
    isPaid && at(-40 + (round % 11) * 10, () => system.payments.pay({ kind, id }, amount)),
  ])
  return kindOf(response)
}

/** Which end a hold has had, and what does not match it. */
function checkEnd(hold: StoredHold, events: string[], response: string, ends: Record<string, End>) {
  const { steps, payments } = hold
  const reservations = [...new Set(hold.reservations)].join()
  const [end, expected] = Object.entries(ends).find(([, one]) => one.steps.join() === steps.join()) ?? ['none']
  const found = { steps, reservations, payments, events }
  const { responses = [], ...outcome } = expected ?? {}
  const matches = isDeepStrictEqual(found, outcome) && responses.includes(response)
  return { end, mismatch: matches ? undefined : `${end}, the response was ${response}: ${JSON.stringify(found)}` }
}

test('orders of the same items in opposite order, while others expire, are cancelled and shipped: no deadlock, and stock is what is left', async () => {
  const pieces = 400
  const { variantIds } = await openStore(system.owner, [
    [100, 300],
    [200, 200],
    [150, 150, 100],
  ])
  const claims = await grantCoupon(system.owner, members, { usage_limit: 10 })
  /** Each member orders several times, so that new orders come while the holds of the first ones end. */
  const purchases = members.map(async (member, line) => {
    const orderIds: string[] = []
    for (let turn = 0; turn < 4; turn += 1) {
      const couponClaimId = turn === 0 && line < 10 ? claims[line] : null
      const items = (line + turn) % 2 === 0 ? variantIds : variantIds.toReversed()
      const { orderId } = orderOf(await member.order(orderFor(items, { couponClaimId, paymentMethod: 'cod' })))
      orderIds.push(orderId)
      const end = ['expire', 'cancel', 'ship'][(line + turn) % 3]
      if (end === 'cancel') await member.cancelOrder(orderId)
      if (end === 'ship') {
        await member.confirmCod(orderId)
        await actByStaff(system, 'order', orderId, 'ship')
      }
      await pause(600)
    }
    return orderIds
  })
  const orderIds = new Set((await Promise.all(purchases)).flat())
  const ends = (await allEnded(system)).filter(({ id }) => orderIds.has(id)).map(({ steps }) => steps.at(-1))
  expect(new Set(ends)).toEqual(new Set(['cancelled by system', 'cancelled by member', 'shipped by admin']))
  const shipped = ends.filter(end => end === 'shipped by admin').length
  const { rows } = await system.owner.query(
    `select sum(on_hand)::integer as "onHand", sum(reserved)::integer as reserved
     from inventory.stock
     where variant_id = any ($1)
     group by variant_id`,
    [variantIds],
  )
  expect(rows).toEqual(variantIds.map(() => ({ onHand: pieces - shipped, reserved: 0 })))
})
