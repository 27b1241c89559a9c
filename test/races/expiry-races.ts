import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { HoldKind } from '@campstore/holds/hold-definition'
import { openCampground } from '@campstore/testing/campground'
import type { ServiceProcess } from '@campstore/testing/processes'
import type { ApiResponse } from '@campstore/testing/send'
import type { StoredHold } from '@campstore/testing/stored-holds'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stayAt } from '../system/campground.ts'
import { kindOf, type MemberClient, orderOf, repeatingRefusals, sessionOf } from '../system/client.ts'
import { startInProcess } from '../system/in-process.ts'
import { actByStaff, cancelByStaff } from '../system/staff.ts'
import { grantCoupon, openStore, orderFor } from '../system/store.ts'
import { allEnded, publishedEvents } from '../system/waiting.ts'
import { after, cancelled, codConfirmed, type Outcome, paid, unapplied, untilProcessed } from './outcomes.ts'
import { consistent, memberOf, members, system } from './system.ts'

const rounds = 8

/** A further instance of each service, whose holds last 3 s. */
let shortHolds: ServiceProcess[]
const startShortHolds = () =>
  Promise.all(
    (['booking', 'checkout'] as const).map(name =>
      startInProcess(name, { ...system.environmentOf(name), PORT: '0', CHECKOUT_HOLD_SECONDS: '3' }),
    ),
  )
/** A member's client of the instances with short holds, for what starts a checkout. */
const holding = (member: MemberClient, kind: HoldKind) =>
  repeatingRefusals(member.at(shortHolds[kind === 'booking' ? 0 : 1]?.url ?? expect.fail()))

/** A hold with its deadline and price. */
type TimedHold = { kind: HoldKind; id: string; deadline: number; amount: string; member: MemberClient }

async function holdStays(): Promise<TimedHold[]> {
  const campground = await openCampground(system.owner, { zones: [rounds], rentals: [rounds] })
  const rentals = campground.rentals.map(rental => ({ ...rental, quantity: 1 }))
  const holds = Array.from({ length: rounds }, async (_, round): Promise<TimedHold> => {
    const member = memberOf(round)
    const { bookingId, ...session } = sessionOf(
      await holding(member, 'booking').checkout(stayAt(campground, { rentals })),
    )
    const deadline = Date.parse(session.checkoutExpiresAt)
    return { kind: 'booking', id: bookingId, deadline, amount: session.pricing.finalAmount, member }
  })
  return Promise.all(holds)
}

async function holdOrders(paymentMethod: 'gateway-credit' | 'cod'): Promise<TimedHold[]> {
  const { variantIds } = await openStore(system.owner, [rounds, [rounds / 4, rounds]])
  const holds = Array.from({ length: rounds }, async (_, round): Promise<TimedHold> => {
    const member = memberOf(round)
    const items = round % 2 === 0 ? variantIds : variantIds.toReversed()
    const { orderId, ...session } = orderOf(await holding(member, 'order').order(orderFor(items, { paymentMethod })))
    const deadline = Date.parse(session.checkoutExpiresAt)
    return { kind: 'order', id: orderId, deadline, amount: session.pricing.total, member }
  })
  return Promise.all(holds)
}

/** One end of a hold, with the responses that its member or staff may get. */
type End = Outcome & { responses: string[] }

/** Operations at the instant at which holds expire, and every outcome that is allowed. */
type Race = {
  race: string
  hold: () => Promise<TimedHold[]>
  request: (hold: TimedHold) => Promise<ApiResponse>
  isPaid: boolean
  ends: Record<string, End>
}
const races: Race[] = [
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

/**
 * Some rounds of races, all at once.
 *
 * @param earlier how many times earlier than usual requests are sent
 * @returns the end of each round of each race, and what does not match it
 */
async function raceExpiry(some: readonly Race[], earlier: number) {
  const sent = await Promise.all(
    some.map(async race => {
      const holds = await race.hold()
      const responses = await Promise.all(holds.map((held, round) => sendAtExpiry(held, { round, earlier }, race)))
      return { race, rounds: holds.map(({ id }, round) => ({ id, response: responses[round] ?? '' })) }
    }),
  )
  const paid = sent.flatMap(({ race, rounds }) => (race.isPaid ? rounds.map(({ id }) => id) : []))
  await untilProcessed(system.owner, paid)
  const stored = new Map((await allEnded(system)).map(one => [one.id, one]))
  const events = await publishedEvents(system)
  return sent.flatMap(({ race, rounds }) =>
    rounds.map(({ id, response }) => {
      const one = stored.get(id) ?? expect.fail('not stored')
      return { race, ...checkEnd(one, events.get(id) ?? [], response, race.ends) }
    }),
  )
}

/**
 * Sends a request, and a payment if it is paid, at about the instant at which the hold expires, depending on the round.
 *
 * @param earlier how many times earlier than usual those requests are sent that come before
 */
async function sendAtExpiry(
  held: TimedHold,
  { round, earlier }: { round: number; earlier: number },
  { request, isPaid }: Race,
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

/** Members order the same items in opposite orders, and let the holds expire, cancel or ship them. */
async function endManyOrders(): Promise<void> {
  const buyers = members.slice(rounds, rounds + 6)
  const pieces = 100
  const { variantIds } = await openStore(system.owner, [
    [25, 75],
    [50, 50],
    [40, 40, 20],
  ])
  const claims = await grantCoupon(system.owner, buyers, { usage_limit: 3 })
  /** Each member orders several times, at last while the holds of the first orders end. */
  const purchases = buyers.map(async (member, line) => {
    const orderIds: string[] = []
    let firstEnd = 0
    for (let turn = 0; turn < 3; turn += 1) {
      if (turn === 2) await pause(Math.max(0, firstEnd - Date.now()))
      const couponClaimId = turn === 0 && line < 3 ? claims[line] : null
      const items = (line + turn) % 2 === 0 ? variantIds : variantIds.toReversed()
      const { orderId, checkoutExpiresAt } = orderOf(
        await holding(member, 'order').order(orderFor(items, { couponClaimId, paymentMethod: 'cod' })),
      )
      orderIds.push(orderId)
      firstEnd ||= Date.parse(checkoutExpiresAt)
      const end = ['expire', 'cancel', 'ship'][(line + turn) % 3]
      if (end === 'cancel') await member.cancelOrder(orderId)
      if (end === 'ship') {
        await member.confirmCod(orderId)
        await actByStaff(system, 'order', orderId, 'ship')
      }
      await pause(900)
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
}

/** Rounds of all races, and of those again that had one outcome only: on a busy machine, all requests may have come too late. */
async function raceAll() {
  const found: Awaited<ReturnType<typeof raceExpiry>> = []
  const of = (race: Race) => {
    const ofRace = found.filter(one => one.race === race)
    return { ends: new Set(ofRace.map(({ end }) => end)), mismatches: ofRace.flatMap(({ mismatch }) => mismatch ?? []) }
  }
  for (let turn = 0, some = races; turn < 6 && some.length > 0; turn += 1) {
    found.push(...(await raceExpiry(some, 3 ** turn)))
    some = some.filter(race => of(race).ends.size < 2)
  }
  return of
}

function resultOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}

/** Registers the tests of holds that expire. */
export function expiryRaces(): void {
  describe('holds that expire', () => {
    // At the same time, because both wait until their holds have expired.
    const runBoth = () => Promise.allSettled([raceAll(), endManyOrders()])
    let both: ReturnType<typeof runBoth> | undefined
    beforeAll(async () => {
      shortHolds = await startShortHolds()
    })
    afterAll(async () => {
      await Promise.all(shortHolds.map(one => one.stop()))
      await consistent()
    })
    test.each(races)('$race at the same instant: one outcome each, and all agree on it', async race => {
      both ??= runBoth()
      const [raced] = await both
      const { ends, mismatches } = resultOf(raced)(race)
      // The message has each kind of mismatch in full, which the comparison cuts short.
      expect(mismatches, [...new Set(mismatches)].join('\n')).toEqual([])
      expect(ends.size, 'different outcomes').toBeGreaterThan(1)
    })
    test('orders of the same items in opposite order, while others expire, are cancelled and shipped: no deadlock, and stock is what is left', async () => {
      both ??= runBoth()
      const [, ended] = await both
      resultOf(ended)
    })
  })
}
