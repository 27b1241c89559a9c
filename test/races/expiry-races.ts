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
import { cancelByStaff } from '../system/staff.ts'
import { openStore, orderFor } from '../system/store.ts'
import { allEnded, publishedEvents } from '../system/waiting.ts'
import { after, cancelled, codConfirmed, type Outcome, paid, unapplied, untilProcessed } from './outcomes.ts'
import { consistent, memberOf, system } from './system.ts'

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

/** A cancel by a member, or by staff, a payment, and the expiry, after which only a member is refused. */
function cancelRace(kind: HoldKind, by: 'member' | 'staff'): Race {
  const late = kind === 'booking' ? '409 BOOKING_EXPIRED' : '409 CHECKOUT_EXPIRED'
  const ofMember = by === 'member' ? [late] : []
  const refund = unapplied('cancelled')
  return {
    race: `cancel by ${by}, expiry and payment of one ${kind}`,
    hold: kind === 'booking' ? holdStays : () => holdOrders('gateway-credit'),
    request: ({ member, id }) => {
      if (by === 'staff') return cancelByStaff(system, kind, id)
      return kind === 'booking' ? member.cancel(id) : member.cancelOrder(id)
    },
    isPaid: true,
    ends: {
      cancelled: { ...after(kind, cancelled(by), refund), responses: ['200'] },
      expired: { ...after(kind, cancelled('expired'), refund), responses: ['200', ...ofMember] },
      paid: { ...after(kind, paid), responses: [...ofMember, '409 CONFLICT'] },
    },
  }
}

const races: Race[] = [
  cancelRace('booking', 'member'),
  cancelRace('order', 'member'),
  cancelRace('booking', 'staff'),
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

/** Registers the tests of holds that expire. */
export function expiryRaces(): void {
  describe('holds that expire', () => {
    let raced: ReturnType<typeof raceAll> | undefined
    beforeAll(async () => {
      shortHolds = await startShortHolds()
    })
    afterAll(async () => {
      await Promise.all(shortHolds.map(one => one.stop()))
      await consistent()
    })
    test.each(races)('$race at the same instant: one outcome each, and all agree on it', async race => {
      raced ??= raceAll()
      const { ends, mismatches } = (await raced)(race)
      // The message has each kind of mismatch in full, which the comparison cuts short.
      expect(mismatches, [...new Set(mismatches)].join('\n')).toEqual([])
      expect(ends.size, 'different outcomes').toBeGreaterThan(1)
    })
  })
}
