import type { ApiResponse } from '@campstore/testing/client'
import { useFixture } from '@campstore/testing/use-fixture'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkoutOf, sessionsPath, startBookingFixture } from '../src/testing/booking-fixture.ts'
import type { TestZone } from '../src/testing/scenario.ts'

const path = '/api/booking/check-availability'
const fixture = useFixture(startBookingFixture)

type Query = { campgroundId: string; checkIn?: unknown; checkOut?: unknown; zones?: unknown; [more: string]: unknown }

/** Monday 2026-12-07 to Wednesday, with changes. */
const check = (query: Query): Promise<ApiResponse> =>
  fixture.anyone.post(path, { checkIn: '2026-12-07', checkOut: '2026-12-09', ...query })

const checkZone = (
  zone: { id: string; campgroundId: string },
  query: { quantity?: number; [more: string]: unknown } = {},
) => {
  const { quantity = 1, ...more } = query
  return check({ campgroundId: zone.campgroundId, zones: [{ zoneId: zone.id, quantity }], ...more })
}

/** A member holds `quantity` sites for a stay. */
async function occupied(zone: { id: string; campgroundId: string }, checkIn: string, checkOut: string, quantity = 1) {
  const member = await fixture.member()
  return fixture.hold(member, checkoutOf(zone, { checkIn, checkOut, zones: [{ zoneId: zone.id, quantity }] }))
}

const aZone = async (changes?: object) => fixture.scenario.zone(await fixture.scenario.campground(), { ...changes })

test('availability: a free zone is available, with nothing but what the contract shows', async () => {
  const zone = await aZone({ total_sites: 3 })
  const answer = await checkZone(zone, { quantity: 3 })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    success: true,
    data: { available: true, reasons: [], zones: [{ zoneId: zone.id, requested: 3, availableQuantity: 3 }] },
  })
})

test('availability, rule 1: the check-out day does not occupy capacity', async () => {
  const zone = await aZone({ total_sites: 1 })
  await occupied(zone, '2026-12-07', '2026-12-09')
  expect((await checkZone(zone, { checkIn: '2026-12-09', checkOut: '2026-12-10' })).data).toMatchObject({
    available: true,
  })
  expect((await checkZone(zone, { checkIn: '2026-12-06', checkOut: '2026-12-07' })).data).toMatchObject({
    available: true,
  })
  expect((await checkZone(zone, { checkIn: '2026-12-08', checkOut: '2026-12-09' })).data).toMatchObject({
    available: false,
  })
})

test('availability, rule 2: the fullest night counts, not the check-in night', async () => {
  const zone = await aZone({ total_sites: 5 })
  await occupied(zone, '2026-12-08', '2026-12-09', 3)
  await occupied(zone, '2026-12-09', '2026-12-10', 2)
  const answer = await checkZone(zone, { checkIn: '2026-12-07', checkOut: '2026-12-11' })
  expect(answer.data).toMatchObject({ zones: [{ availableQuantity: 2 }] })
})

test('availability, rule 2: only statuses that the policy names occupy', async () => {
  const zone = await aZone({ total_sites: 3 })
  await occupied(zone, '2026-12-07', '2026-12-09', 2)
  await fixture.scenario.policy({ occupying_statuses: ['confirmed'] })
  try {
    expect((await checkZone(zone)).data).toMatchObject({ zones: [{ availableQuantity: 3 }] })
  } finally {
    await fixture.scenario.policy()
  }
  expect((await checkZone(zone)).data).toMatchObject({ zones: [{ availableQuantity: 1 }] })
})

test('availability, rule 3: a campground closed on any night is not available, its zones as without the closure', async () => {
  const zone = await aZone({ total_sites: 3 })
  await fixture.scenario.closure(
    { id: zone.campgroundId },
    { closure_type: 'date_range', start_date: '2026-12-08', end_date: '2026-12-08' },
  )
  expect((await checkZone(zone)).data).toEqual({
    available: false,
    reasons: ['CAMPGROUND_CLOSED'],
    zones: [{ zoneId: zone.id, requested: 1, availableQuantity: 3 }],
  })
})

test('availability, rule 4: one short zone makes the whole result unavailable; zones come in the order of the request', async () => {
  const campground = await fixture.scenario.campground()
  const roomy = await fixture.scenario.zone(campground, { id: `z-${campground.id}`, total_sites: 9 })
  const small = await fixture.scenario.zone(campground, { id: `a-${campground.id}`, total_sites: 1 })
  const zones = [
    { zoneId: roomy.id, quantity: 9 },
    { zoneId: small.id, quantity: 2 },
  ]
  expect((await check({ campgroundId: campground.id, zones })).data).toEqual({
    available: false,
    reasons: ['ZONE_UNAVAILABLE'],
    zones: [
      { zoneId: roomy.id, requested: 9, availableQuantity: 9 },
      { zoneId: small.id, requested: 2, availableQuantity: 1 },
    ],
  })
})

test('availability, rule 5: unavailable is 200, not 409', async () => {
  const zone = await aZone({ total_sites: 0 })
  const answer = await checkZone(zone)
  expect([answer.status, answer.data]).toMatchObject([200, { available: false, reasons: ['ZONE_UNAVAILABLE'] }])
})

test('availability, rule 6: CAMPGROUND_CLOSED comes before ZONE_UNAVAILABLE', async () => {
  const zone = await aZone({ total_sites: 1 })
  await fixture.scenario.closure({ id: zone.campgroundId }, { closure_type: 'weekly', weekday: 1 })
  expect((await checkZone(zone, { quantity: 2 })).data).toMatchObject({
    reasons: ['CAMPGROUND_CLOSED', 'ZONE_UNAVAILABLE'],
  })
})

test('availability: more bookings than sites (the zone shrank) leave 0, never less', async () => {
  const zone = await aZone({ total_sites: 3 })
  await occupied(zone, '2026-12-07', '2026-12-09', 3)
  await fixture.scenario.change('booking.zone', zone.id, { total_sites: 1 })
  expect((await checkZone(zone)).data).toMatchObject({ available: false, zones: [{ availableQuantity: 0 }] })
})

test('any token on a public endpoint is ignored', async () => {
  const answer = await fixture.anyone.get('/api/booking/policy', { authorization: 'Bearer nonsense' })
  expect(answer.status).toBe(200)
})

// Availability, rule 8, and booking checkout, rule 4, which is the same rule. Policy: from tomorrow, 90 days ahead, 14 nights.
let zone: TestZone
beforeAll(async () => {
  zone = await fixture.scenario.zone(await fixture.scenario.campground(), { total_sites: 1_000 })
})
afterEach(() => fixture.scenario.policy())

async function answersFor(checkIn: string, checkOut: string) {
  const member = await fixture.member()
  const request = checkoutOf(zone, { checkIn, checkOut })
  const checked = await fixture.anyone.post('/api/booking/check-availability', request)
  const started = await member.client.post(sessionsPath, request)
  return [checked.code ?? checked.status, started.code ?? started.status]
}
const bookable = [200, 200]
const refused = ['BOOKING_WINDOW_EXCEEDED', 'BOOKING_WINDOW_EXCEEDED']

describe('today is the date in Asia/Taipei', () => {
  test('at midnight there a new day has begun, also where UTC has another date', async () => {
    fixture.clock.set('2026-11-20T16:00:00.000Z')
    expect(await answersFor('2026-11-21', '2026-11-22')).toEqual(refused)
    expect(await answersFor('2027-02-19', '2027-02-20')).toEqual(bookable)
  })
})

test('a changed policy applies at once', async () => {
  await fixture.scenario.policy({ max_nights: 2, booking_window_days: 30 })
  expect(await answersFor('2026-12-01', '2026-12-03')).toEqual(bookable)
  expect(await answersFor('2026-12-01', '2026-12-04')).toEqual(refused)
  expect(await answersFor('2026-12-21', '2026-12-22')).toEqual(refused)
})
