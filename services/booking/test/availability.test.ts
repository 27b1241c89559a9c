import { useFixture } from '@campstore/testing/use-fixture'
import { expect, test } from 'vitest'
import { startBookingFixture } from '../src/testing/booking-fixture.ts'
import type { TestZone } from '../src/testing/scenario.ts'

const fixture = useFixture(startBookingFixture)

/** Asks for sites of zones from Monday 2026-12-07 to Wednesday, with changes. */
async function check(zones: readonly TestZone[], changes: { quantity?: number; checkIn?: string; checkOut?: string }) {
  const { quantity = 1, ...stay } = changes
  const answer = await fixture.anyone.post('/api/booking/check-availability', {
    campgroundId: zones[0]?.campgroundId,
    checkIn: '2026-12-07',
    checkOut: '2026-12-09',
    zones: zones.map(({ id }) => ({ zoneId: id, quantity })),
    ...stay,
  })
  expect(answer.status).toBe(200)
  return answer.data
}

const aZone = async (changes?: object) => fixture.scenario.zone(await fixture.scenario.campground(), { ...changes })

test('availability: a free zone is available, with nothing but what the contract shows', async () => {
  const zone = await aZone()
  expect(await check([zone], { quantity: 3 })).toEqual({
    available: true,
    reasons: [],
    zones: [{ zoneId: zone.id, requested: 3, availableQuantity: 3 }],
  })
})

test('availability, rule 3: a campground closed on any night is not available, its zones as without the closure', async () => {
  const zone = await aZone()
  const tuesday = { closure_type: 'date_range', start_date: '2026-12-08', end_date: '2026-12-08' }
  await fixture.scenario.closure({ id: zone.campgroundId }, tuesday)
  expect(await check([zone], {})).toEqual({
    available: false,
    reasons: ['CAMPGROUND_CLOSED'],
    zones: [{ zoneId: zone.id, requested: 1, availableQuantity: 3 }],
  })
})

test('availability, rules 4 and 5: one short zone makes the whole result unavailable, with 200, in the order of the request', async () => {
  const campground = await fixture.scenario.campground()
  const roomy = await fixture.scenario.zone(campground, { id: `z-${campground.id}`, total_sites: 9 })
  const small = await fixture.scenario.zone(campground, { id: `a-${campground.id}`, total_sites: 1 })
  expect(await check([roomy, small], { quantity: 2 })).toEqual({
    available: false,
    reasons: ['ZONE_UNAVAILABLE'],
    zones: [
      { zoneId: roomy.id, requested: 2, availableQuantity: 9 },
      { zoneId: small.id, requested: 2, availableQuantity: 1 },
    ],
  })
})

test('availability, rule 6: CAMPGROUND_CLOSED comes before ZONE_UNAVAILABLE', async () => {
  const zone = await aZone({ total_sites: 1 })
  await fixture.scenario.closure({ id: zone.campgroundId }, { closure_type: 'weekly', weekday: 1 })
  const reasons = ['CAMPGROUND_CLOSED', 'ZONE_UNAVAILABLE']
  expect(await check([zone], { quantity: 2 })).toMatchObject({ reasons })
})
