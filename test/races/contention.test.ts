import { randomUUID } from 'node:crypto'
import { openCampground } from '@campstore/testing/campground'
import { createIdentity } from '@campstore/testing/identity'
import { storedHolds } from '@campstore/testing/stored-holds'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { audit } from '../system/audit.ts'
import { stayAt } from '../system/campground.ts'
import { type Client, clientOf, repeatingRefusals, sessionOf, tally } from '../system/client.ts'
import { allAtOnce, deadlocks } from '../system/lock-barrier.ts'
import { type System, startSystem } from '../system/system.ts'

let system: System
let members: Client[]
beforeAll(async () => {
  system = await startSystem({ services: ['booking'] })
  members = (await system.members(200)).map(repeatingRefusals)
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
  const responses = await allAtOnce(system.owner, { table: 'booking.booking_zone', atLeast: 12 }, () =>
    Promise.all(members.map(member => member.checkout(stayAt(campground)))),
  )
  expect(tally(responses)).toEqual({ '200': 3, '409 ZONE_UNAVAILABLE': 197 })
  expect(await heldAt(campground.id)).toBe(3)
})

test('booking checkout, rule 8: of 200 members for 3 rental pieces exactly 3 win, all others RENTAL_STOCK_INSUFFICIENT', async () => {
  // Zones enough that it is the stock and not a zone for which they queue.
  const campground = await openCampground(system.owner, { zones: Array.from({ length: 20 }, () => 50), rentals: [3] })
  const zoneFor = (line: number) => campground.zoneIds.slice(line % 20, (line % 20) + 1)
  const rentals = campground.rentals.map(rental => ({ ...rental, quantity: 1 }))
  const responses = await allAtOnce(system.owner, { table: 'booking.rental_reservation', atLeast: 12 }, () =>
    Promise.all(
      members.map((member, line) => {
        const zones = zoneFor(line).map(zoneId => ({ zoneId, quantity: 1 }))
        return member.checkout(stayAt(campground, { zones, rentals }))
      }),
    ),
  )
  expect(tally(responses)).toEqual({ '200': 3, '409 RENTAL_STOCK_INSUFFICIENT': 197 })
  expect(await heldAt(campground.id)).toBe(3)
})

test('booking checkout, rule 3: 50 retries with one key at once make one booking and get one response', async () => {
  const campground = await openCampground(system.owner, { zones: [40], rentals: [40] })
  const request = stayAt(campground, { rentals: campground.rentals.map(rental => ({ ...rental, quantity: 1 })) })
  const responses = await allAtOnce(system.owner, { table: 'booking.idempotency_key', atLeast: 12 }, () =>
    Promise.all(Array.from({ length: 50 }, () => memberAt(0).checkout(request))),
  )
  const texts = new Set(responses.map(response => response.text))
  expect(texts.size).toBe(1)
  expect(responses[0]?.status).toBe(200)
  expect(await heldAt(campground.id)).toBe(1)
})

test('booking checkout, rule 5: requests for several zones and rentals in opposite order never deadlock', async () => {
  const campground = await openCampground(system.owner, { zones: [60, 60, 60], rentals: [60, 60] })
  const zones = campground.zoneIds.map(zoneId => ({ zoneId, quantity: 1 }))
  const rentals = campground.rentals.map(rental => ({ ...rental, quantity: 1 }))
  const forwards = { zones, rentals }
  const backwards = { zones: zones.toReversed(), rentals: rentals.toReversed() }
  const rounds = Array.from({ length: 3 }, async () => {
    const requests = members.slice(0, 60).map((_, line) => stayAt(campground, line % 2 === 0 ? forwards : backwards))
    return Promise.all(requests.map((request, line) => memberAt(line).checkout(request)))
  })
  const responses = (await Promise.all(rounds)).flat()
  expect(tally(responses)).toEqual({ '200': 60, '409 ZONE_UNAVAILABLE': 120 })
  expect(await deadlocks(system.owner)).toBe(0)
})

test('booking checkout, rule 8: requests for the same rentals in opposite order, in different zones, never deadlock', async () => {
  const campground = await openCampground(system.owner, {
    zones: Array.from({ length: 30 }, () => 10),
    rentals: [1000, 1000, 1000],
  })
  const rentals = campground.rentals.map(rental => ({ ...rental, quantity: 1 }))
  const requests = Array.from({ length: 180 }, (_, line) =>
    stayAt(campground, {
      zones: campground.zoneIds.slice(line % 30, (line % 30) + 1).map(zoneId => ({ zoneId, quantity: 1 })),
      rentals: line % 2 === 0 ? rentals : rentals.toReversed(),
    }),
  )
  const responses = await Promise.all(requests.map((request, line) => memberAt(line).checkout(request)))
  expect(tally(responses)).toEqual({ '200': 180 })
  expect(await deadlocks(system.owner)).toBe(0)
})

test('the first requests of a new member at once make one customer', async () => {
  const { uid, token } = await createIdentity()
  const campground = await openCampground(system.owner, { zones: [40] })
  const newcomer = clientOf(system.url, token)
  const requests = Array.from({ length: 30 }, (_, line) => async () => {
    return line % 2 === 0 ? newcomer.get('/api/booking/bookings') : newcomer.checkout(stayAt(campground))
  })
  const responses = await allAtOnce(system.owner, { table: 'member.customer', atLeast: 12 }, () =>
    Promise.all(requests.map(request => request())),
  )
  expect(tally(responses)).toEqual({ '200': 30 })
  const { rows } = await system.owner.query('select id from member.customer where firebase_uid = $1', [uid])
  expect(rows).toHaveLength(1)
  const owners = (await storedHolds(system.owner, 'booking')).filter(({ id }) =>
    responses.some(response => response.text.includes(id)),
  )
  expect(new Set(owners.map(({ customerId }) => customerId))).toEqual(new Set([rows[0]?.id]))
})

test('a site that is released is booked by at most one of several concurrent requests', async () => {
  const campground = await openCampground(system.owner, { zones: [1], rentals: [1] })
  const request = () =>
    stayAt(campground, {
      idempotencyKey: randomUUID(),
      rentals: campground.rentals.map(rental => ({ ...rental, quantity: 1 })),
    })
  const others = members.slice(1, 13)
  for (let round = 0; round < 10; round += 1) {
    const held = sessionOf(await memberAt(0).checkout(request()))
    const [cancelled, ...responses] = await Promise.all([
      memberAt(0).cancel(held.bookingId),
      ...others.map(member => member.checkout(request())),
    ])
    expect(cancelled.status).toBe(200)
    const winners = responses.flatMap((response, line) => (response.status === 200 ? [{ response, line }] : []))
    expect(winners.length).toBeLessThanOrEqual(1)
    expect(tally(responses.filter(({ status }) => status !== 200))).toEqual({
      '409 ZONE_UNAVAILABLE': 12 - winners.length,
    })
    for (const { response, line } of winners) await others[line]?.cancel(sessionOf(response).bookingId)
  }
})
