import { transaction } from '@campstore/database/database'
import type { TestListing } from '@campstore/testing/campground'
import { countWaiting } from '@campstore/testing/delayed-transaction'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { parseStay } from '../src/domain/stay.ts'
import { createShortageReader } from '../src/persistence/shortages.ts'
import { type BookingFixture, checkoutOf, sessionsPath, startBookingFixture } from '../src/testing/booking-fixture.ts'

const fixture = useFixture(startBookingFixture)

const aZone = async (changes?: object) => fixture.scenario.zone(await fixture.scenario.campground(), { ...changes })
const start = async (request: object) => (await fixture.member()).client.post(sessionsPath, request)
const of = (listing: TestListing, quantity = 1) => ({ ...listing, quantity })

/** A campground with a roomy zone and a listing. */
async function campsite(changes: Parameters<BookingFixture['scenario']['listing']>[1] = {}) {
  const campground = await fixture.scenario.campground()
  const zone = await fixture.scenario.zone(campground, { total_sites: 20 })
  return { campground, zone, listing: await fixture.scenario.listing(campground, changes) }
}

describe('error NOT_FOUND', () => {
  test('what is not found is named, in details and in a sentence', async () => {
    const { campground, zone, listing } = await campsite()
    const ask = (changes: object) => start(checkoutOf(zone, changes))
    const zones = [
      { zoneId: zone.id, quantity: 1 },
      { zoneId: 'none', quantity: 1 },
    ]
    expect(await ask({ zones })).toMatchObject({
      message: 'This campground has no zone “none”.',
      details: [{ path: 'zones.1.zoneId', message: 'does not exist' }],
    })
    const rentals = [of(listing), { rentalListingId: 'none', rentalSkuVariantId: 'none', quantity: 1 }]
    expect(await ask({ rentals })).toMatchObject({
      message: 'This campground does not rent out “none”.',
      details: [{ path: 'rentals.1.rentalListingId', message: 'is not rented out here' }],
    })
    const details = [{ path: 'campgroundId', message: 'does not exist' }]
    expect(await ask({ campgroundId: `${campground.id}-x` })).toMatchObject({ details })
  })

  const parts = ['listing', 'sku', 'variant', 'item', 'location'] as const
  test.each(parts)('booking checkout, rule 7: the %s is disabled', async part => {
    const { zone, listing } = await campsite({ [part]: { active: false } })
    const answer = await start(checkoutOf(zone, { rentals: [of(listing)] }))
    expect(answer).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })
})

/** The lines that are found short before a hold. */
async function shortLines(request: ReturnType<typeof checkoutOf>, customerId: string) {
  const { campgroundId, zones, idempotencyKey } = request
  const query = { campgroundId, zones, stay: parseStay(request), idempotencyKey, customerId }
  return (await createShortageReader(fixture.owner, 'before a hold')(query)).zones.map(({ line }) => line)
}

describe('error ZONE_UNAVAILABLE (booking checkout, rule 5)', () => {
  test.each([
    [0, 1, 'no sites left on 2026-12-07'],
    [1, 2, 'only 1 site left on 2026-12-07'],
    [15, 99, 'only 15 sites left on 2026-12-07'],
  ])('of %i sites, %i are requested: the message says the night and what is left', async (sites, quantity, left) => {
    const zone = await aZone({ total_sites: sites, type: '湖畔' })
    const answer = await start(checkoutOf(zone, { zones: [{ zoneId: zone.id, quantity }] }))
    expect(answer).toMatchObject({
      code: 'ZONE_UNAVAILABLE',
      message: `“湖畔” has ${left}; you asked for ${quantity}.`,
      details: [{ path: 'zones.0', message: `has ${left}` }],
    })
  })

  test('what was refused is refused again without its lock, until it is free', async () => {
    const zone = await aZone({ total_sites: 1, price_weekday: 0, price_holiday: 0 })
    const member = await fixture.member()
    const { bookingId } = await fixture.hold(member, checkoutOf(zone))
    expect((await start(checkoutOf(zone))).code).toBe('ZONE_UNAVAILABLE')
    const most = { zoneId: zone.id, quantity: 2_147_483_647 }
    expect((await start(checkoutOf(zone, { zones: [most] }))).code).toBe('ZONE_UNAVAILABLE')
    await transaction(fixture.owner, async tx => {
      await tx.query('select from booking.zone_night where zone_id = $1 for update', [zone.id])
      expect((await start(checkoutOf(zone))).code).toBe('ZONE_UNAVAILABLE')
    })
    await member.client.post(`${sessionsPath}/${bookingId}/cancel`)
    expect([await start(checkoutOf(zone)), await start(checkoutOf(zone))]).toMatchObject([
      { status: 200 },
      { code: 'ZONE_UNAVAILABLE' },
    ])
  })

  test('nothing is short while the same request is under way: the repeated one waits for it', async () => {
    const campground = await fixture.scenario.campground()
    const free = await fixture.scenario.zone(campground, { id: `${campground.id}-1` })
    const full = await fixture.scenario.zone(campground, { id: `${campground.id}-2`, total_sites: 0 })
    const { client, customerId } = await fixture.member()
    const request = checkoutOf(free, { zones: [free, full].map(({ id }) => ({ zoneId: id, quantity: 1 })) })
    const answer = await transaction(fixture.owner, async tx => {
      await tx.query('select pg_advisory_xact_lock(booking.sites_lock($1))', [campground.id])
      const first = client.post(sessionsPath, request)
      await expect.poll(() => countWaiting(fixture.owner)).toBe(1)
      expect([await shortLines(request, customerId), await shortLines(request, 'other')]).toEqual([[], [1]])
      return { first }
    })
    expect((await answer.first).code).toBe('ZONE_UNAVAILABLE')
  })

  test('the zones that are short are named, or the night on which the campground is closed', async () => {
    const campground = await fixture.scenario.campground()
    const roomy = await fixture.scenario.zone(campground, { total_sites: 9, type: '草地' })
    const full = await fixture.scenario.zone(campground, { total_sites: 1, type: '湖畔' })
    const both = checkoutOf(roomy, { zones: [roomy, full].map(zone => ({ zoneId: zone.id, quantity: 2 })) })
    const message = expect.stringMatching(/^“湖畔” has only 1 site left/)
    expect(await start(both)).toMatchObject({ message, details: [{ path: 'zones.1' }] })
    await fixture.scenario.closure(campground, { closure_type: 'weekly', weekday: 1 })
    for (const request of [both, checkoutOf(roomy)])
      expect(await start(request)).toMatchObject({
        code: 'ZONE_UNAVAILABLE',
        message: 'The campground is closed on 2026-12-07.',
        details: [{ path: 'campgroundId', message: 'is closed on 2026-12-07' }],
      })
  })
})

describe('error RENTAL_STOCK_INSUFFICIENT (booking checkout, rule 8)', () => {
  test('the rentals that are short are named, with what is left', async () => {
    const { campground, zone, listing } = await campsite({ onHand: 2 })
    const roomy = await fixture.scenario.listing(campground, { onHand: 9 })
    const answer = await start(checkoutOf(zone, { rentals: [of(roomy, 1), of(listing, 3)] }))
    expect(answer).toMatchObject({
      message: expect.stringMatching(/^“.+” has only 2 pieces left for these dates; you asked for 3\.$/),
      details: [{ path: 'rentals.1.rentalListingId', message: 'has only 2 pieces left' }],
    })
  })

  test("another campground's stock of the same variant does not help", async () => {
    const [here, there] = [await campsite({ onHand: 0 }), await campsite()]
    await fixture.owner.query('insert into inventory.stock values ($1, $2, 9)', [
      here.listing.rentalSkuVariantId,
      there.listing.locationId,
    ])
    const answer = await start(checkoutOf(here.zone, { rentals: [of(here.listing)] }))
    expect(answer).toMatchObject({ status: 409, code: 'RENTAL_STOCK_INSUFFICIENT' })
  })
})

test("error NOT_IMPLEMENTED: bookings have no payment form without ECPay's variables", async () => {
  const member = await fixture.member()
  const { bookingId } = await fixture.hold(member, checkoutOf(await aZone()))
  expect(await member.client.post(`${sessionsPath}/${bookingId}/gateway`)).toMatchObject({ code: 'NOT_IMPLEMENTED' })
})
