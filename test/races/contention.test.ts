import { randomUUID } from 'node:crypto'
import { createIdentity } from '@campstore/testing/identity'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { audit } from '../system/audit.ts'
import { openCampground, stayAt } from '../system/campground.ts'
import { type Client, clientOf, sessionOf, tally } from '../system/client.ts'
import { allAtOnce, deadlocks } from '../system/lock-barrier.ts'
import { storedHolds } from '../system/stored-holds.ts'
import { type System, startSystem } from '../system/system.ts'

let system: System
let members: Client[]
beforeAll(async () => {
  system = await startSystem({ services: ['booking'] })
  members = await system.members(200)
})
afterAll(() => system.stop())
afterEach(async () => {
  expect(await audit(system.owner)).toEqual([])
})

function memberAt(line: number): Client {
  const member = members[line]
  if (!member) throw new Error(`there are only ${members.length} members`)
  return member
}

const heldAt = async (campgroundId: string): Promise<number> => {
  const { rows } = await system.owner.query<{ held: number }>(
    'select count(*)::integer as held from booking.booking where campground_id = $1',
    [campgroundId],
  )
  return rows[0]?.held ?? 0
}

test('booking checkout, rule 5: of 200 members for 3 sites exactly 3 win, all others ZONE_UNAVAILABLE', async () => {
  const campground = await openCampground(system.owner, { zones: [3] })
  const answers = await allAtOnce(system.owner, { table: 'booking.booking_zone', atLeast: 12 }, () =>
    Promise.all(members.map(member => member.checkout(stayAt(campground)))),
  )
  expect(tally(answers)).toEqual({ '200': 3, '409 ZONE_UNAVAILABLE': 197 })
  expect(await heldAt(campground.id)).toBe(3)
})

test('booking checkout, rule 8: of 200 members for 3 rental pieces exactly 3 win, all others RENTAL_STOCK_INSUFFICIENT', async () => {
  // Zones enough that it is the stock and not a zone for which they queue.
  const campground = await openCampground(system.owner, { zones: Array.from({ length: 20 }, () => 50), rentals: [3] })
  const zoneFor = (line: number) => campground.zoneIds.slice(line % 20, (line % 20) + 1)
  const rentals = campground.rentals.map(rental => ({ ...rental, quantity: 1 }))
  const answers = await allAtOnce(system.owner, { table: 'booking.rental_reservation', atLeast: 12 }, () =>
    Promise.all(
      members.map((member, line) => {
        const zones = zoneFor(line).map(zoneId => ({ zoneId, quantity: 1 }))
        return member.checkout(stayAt(campground, { zones, rentals }))
      }),
    ),
  )
  expect(tally(answers)).toEqual({ '200': 3, '409 RENTAL_STOCK_INSUFFICIENT': 197 })
  expect(await heldAt(campground.id)).toBe(3)
})

test('booking checkout, rule 3: 50 retries with one key at once make one booking and get one answer', async () => {
  const campground = await openCampground(system.owner, { zones: [40], rentals: [40] })
  const wish = stayAt(campground, { rentals: campground.rentals.map(rental => ({ ...rental, quantity: 1 })) })
  const answers = await allAtOnce(system.owner, { table: 'booking.idempotency_key', atLeast: 12 }, () =>
    Promise.all(Array.from({ length: 50 }, () => memberAt(0).checkout(wish))),
  )
  const texts = new Set(answers.map(answer => answer.text))
  expect(texts.size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  expect(await heldAt(campground.id)).toBe(1)
})

test('booking checkout, rule 3: one key with two requests at once books one of them and refuses the other', async () => {
  const campground = await openCampground(system.owner, { zones: [40] })
  const wishes = [1, 2].map(guestCount => stayAt(campground, { guestCount, idempotencyKey: 'one-key' }))
  const answers = await allAtOnce(system.owner, { table: 'booking.idempotency_key', atLeast: 12 }, () =>
    Promise.all(wishes.flatMap(wish => Array.from({ length: 10 }, () => memberAt(0).checkout(wish)))),
  )
  expect(tally(answers)).toEqual({ '200': 10, '409 IDEMPOTENCY_CONFLICT': 10 })
  expect(await heldAt(campground.id)).toBe(1)
})

test('booking checkout, rule 5: requests for several zones and rentals in opposite order never lock each other out', async () => {
  const campground = await openCampground(system.owner, { zones: [60, 60, 60], rentals: [60, 60] })
  const zones = campground.zoneIds.map(zoneId => ({ zoneId, quantity: 1 }))
  const rentals = campground.rentals.map(rental => ({ ...rental, quantity: 1 }))
  const forwards = { zones, rentals }
  const backwards = { zones: zones.toReversed(), rentals: rentals.toReversed() }
  const rounds = Array.from({ length: 3 }, async () => {
    const wishes = members.slice(0, 60).map((_, line) => stayAt(campground, line % 2 === 0 ? forwards : backwards))
    return Promise.all(wishes.map((wish, line) => memberAt(line).checkout(wish)))
  })
  const answers = (await Promise.all(rounds)).flat()
  expect(tally(answers)).toEqual({ '200': 60, '409 ZONE_UNAVAILABLE': 120 })
  expect(await deadlocks(system.owner)).toBe(0)
})

test('booking checkout, rule 8: requests for the same rentals in opposite order, in different zones, never lock each other out', async () => {
  const campground = await openCampground(system.owner, {
    zones: Array.from({ length: 30 }, () => 10),
    rentals: [1000, 1000, 1000],
  })
  const rentals = campground.rentals.map(rental => ({ ...rental, quantity: 1 }))
  const wishes = Array.from({ length: 180 }, (_, line) =>
    stayAt(campground, {
      zones: campground.zoneIds.slice(line % 30, (line % 30) + 1).map(zoneId => ({ zoneId, quantity: 1 })),
      rentals: line % 2 === 0 ? rentals : rentals.toReversed(),
    }),
  )
  const answers = await Promise.all(wishes.map((wish, line) => memberAt(line).checkout(wish)))
  expect(tally(answers)).toEqual({ '200': 180 })
  expect(await deadlocks(system.owner)).toBe(0)
})

test('the first requests of a new member at once make one customer', async () => {
  const { uid, token } = await createIdentity()
  const campground = await openCampground(system.owner, { zones: [40] })
  const newcomer = clientOf(system.url, token)
  const requests = Array.from({ length: 30 }, (_, line) => async () => {
    return line % 2 === 0 ? newcomer.get('/api/booking/bookings') : newcomer.checkout(stayAt(campground))
  })
  const answers = await allAtOnce(system.owner, { table: 'member.customer', atLeast: 12 }, () =>
    Promise.all(requests.map(request => request())),
  )
  expect(tally(answers)).toEqual({ '200': 30 })
  const { rows } = await system.owner.query('select id from member.customer where firebase_uid = $1', [uid])
  expect(rows).toHaveLength(1)
  const owners = (await storedHolds(system.owner, 'booking')).filter(({ id }) =>
    answers.some(answer => answer.text.includes(id)),
  )
  expect(new Set(owners.map(({ customerId }) => customerId))).toEqual(new Set([rows[0]?.id]))
})

test('a site that is given back at once is booked by at most one of those who ask for it', async () => {
  const campground = await openCampground(system.owner, { zones: [1], rentals: [1] })
  const wish = () =>
    stayAt(campground, {
      idempotencyKey: randomUUID(),
      rentals: campground.rentals.map(rental => ({ ...rental, quantity: 1 })),
    })
  const others = members.slice(1, 13)
  for (let round = 0; round < 10; round += 1) {
    const held = sessionOf(await memberAt(0).checkout(wish()))
    const [cancelled, ...answers] = await Promise.all([
      memberAt(0).cancel(held.bookingId),
      ...others.map(member => member.checkout(wish())),
    ])
    expect(cancelled.status).toBe(200)
    const winners = answers.flatMap((answer, line) => (answer.status === 200 ? [{ answer, line }] : []))
    expect(winners.length).toBeLessThanOrEqual(1)
    expect(tally(answers.filter(({ status }) => status !== 200))).toEqual({
      '409 ZONE_UNAVAILABLE': 12 - winners.length,
    })
    for (const { answer, line } of winners) await others[line]?.cancel(sessionOf(answer).bookingId)
  }
})
